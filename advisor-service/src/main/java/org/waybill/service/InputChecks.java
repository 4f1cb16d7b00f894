package org.waybill.service;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.waybill.api.ServiceException;

/** Checks of what callers send. Each failure is one line that says what is wrong and what would be right. */
public final class InputChecks {
    private InputChecks() {}

    public static ServiceException bad(String message) {
        return new ServiceException(ServiceException.BAD_REQUEST, message);
    }

    /** Text without control characters, at most {@code longest} long; stripped. */
    public static String text(String name, String value, int longest) {
        String stripped = value.strip();
        if (stripped.length() > longest) {
            throw bad(name + " has " + stripped.length() + " characters, at most " + longest + " are allowed");
        }
        if (stripped.chars().anyMatch(Character::isISOControl)) {
            throw bad(name + " contains a control character");
        }
        return stripped;
    }

    /** Text that must not be empty. */
    public static String required(String name, String value, int longest) {
        String text = text(name, value, longest);
        if (text.isEmpty()) {
            throw bad(name + " is empty");
        }
        return text;
    }

    /** The constant of this name, in upper or lower case, with - or _ between its words. */
    public static <T extends Enum<T>> Optional<T> constant(Class<T> type, String name) {
        String wanted = name.toUpperCase(Locale.ROOT).replace('-', '_');
        return Arrays.stream(type.getEnumConstants())
                .filter(one -> one.name().equals(wanted))
                .findFirst();
    }

    /** The names that {@link #constant} takes, for a message. */
    public static <T extends Enum<T>> String choices(Class<T> type) {
        return Arrays.stream(type.getEnumConstants())
                .map(one -> one.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .collect(Collectors.joining(", "));
    }

    /** The text of bytes that must be UTF-8. */
    public static String utf8(String name, byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException _) {
            throw bad(name + " is not UTF-8");
        }
    }

    /** Text of a caller in one line of a message. */
    public static String printable(String text) {
        return text.substring(0, Math.min(text.length(), 100)).replaceAll("\\p{Cntrl}", "?");
    }

    public static long between(String name, long value, long least, long most) {
        if (value < least || value > most) {
            throw bad(name + " is " + value + ": expected " + least + ".." + most);
        }
        return value;
    }

    public static void between(String name, @Nullable Double value, double least, double most) {
        if (value != null && !(value >= least && value <= most)) {
            throw bad(name + " is " + value + ": expected " + least + ".." + most);
        }
    }

    /** At most {@code most} at once. */
    public static void atMost(String name, int count, int most) {
        if (count > most) {
            throw bad(count + " " + name + " at once, at most " + most + " are allowed");
        }
    }
}
