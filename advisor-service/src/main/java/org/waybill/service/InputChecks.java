package org.waybill.service;

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
            throw bad(name + " holds a control character");
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

    public static long between(String name, long value, long least, long most) {
        if (value < least || value > most) {
            throw bad(name + " is " + value + ", should be " + least + ".." + most);
        }
        return value;
    }

    public static void between(String name, @Nullable Double value, double least, double most) {
        if (value != null && !(value >= least && value <= most)) {
            throw bad(name + " is " + value + ", should be " + least + ".." + most);
        }
    }

    /** At most {@code most} at once. */
    public static void atMost(String name, int count, int most) {
        if (count > most) {
            throw bad(count + " " + name + " at once, at most " + most + " are allowed");
        }
    }
}
