package org.waybill.cli.command;

import java.util.List;
import java.util.Locale;
import org.waybill.engine.Reason;

/** Failures of commands whose arguments are wrong. Bad values have one form: {@code invalid WHAT 'VALUE': expected ...}. */
public final class Invalid {
    private Invalid() {}

    /** @param what the option or the argument's label, as in the help */
    public static CommandFailure value(String what, Object value, String expected) {
        return usage("invalid " + what + " '" + PrintableText.of(String.valueOf(value)) + "': expected " + expected);
    }

    public static CommandFailure usage(String message) {
        return new CommandFailure(Reason.BAD_INPUT, message);
    }

    public static CommandFailure usage(String message, Throwable cause) {
        return new CommandFailure(Reason.BAD_INPUT, message, cause);
    }

    /** An exception whose message says what is wrong with the arguments. */
    public static CommandFailure usage(Exception cause) {
        return usage(String.valueOf(cause.getMessage()), cause);
    }

    /** The constant that {@code text} names, in any case and with hyphens for underscores. */
    public static <E extends Enum<E>> E choice(Class<E> type, String what, String text) {
        List<E> all = List.of(type.getEnumConstants());
        return all.stream()
                .filter(one -> word(one).equals(text.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() ->
                        value(what, text, oneOf(all.stream().map(Invalid::word).toList())));
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** {@code a, b or c}. */
    public static String oneOf(List<String> words) {
        int last = words.size() - 1;
        return last < 1 ? String.join("", words) : String.join(", ", words.subList(0, last)) + " or " + words.get(last);
    }
}
