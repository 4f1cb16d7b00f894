package org.waybill.service.console;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A field of a form, and a column of a table.
 *
 * @param name the component of the entry's record
 * @param refersTo the path segment of the kind whose names it takes, null if it takes any
 * @param options the only values that it takes; empty if it takes any
 */
record Field(
        String name,
        String label,
        String help,
        Type type,
        boolean required,
        @Nullable String refersTo,
        List<String> options) {
    /** How a value is written and shown. */
    enum Type {
        TEXT,
        NUMBER,
        RATE,
        URL,
        TIME,
        LIST
    }

    static Field text(String name, String label, String help) {
        return new Field(name, label, help, Type.TEXT, false, null, List.of());
    }

    static Field of(Type type, String name, String label, String help) {
        return new Field(name, label, help, type, false, null, List.of());
    }

    static Field oneOf(String name, String label, Enum<?>[] values) {
        return oneOf(name, label, Arrays.stream(values).map(Enum::name).toList());
    }

    static Field oneOf(String name, String label, List<String> values) {
        return new Field(name, label, "", Type.TEXT, true, null, values);
    }

    static Field reference(String name, String label, String kind) {
        return new Field(name, label, "The name of an entry, as in the catalogue.", Type.TEXT, false, kind, List.of());
    }

    Field must() {
        return new Field(name, label, help, type, true, refersTo, options);
    }

    /** Set by the service alone, and shown only. */
    public boolean readOnly() {
        return type == Type.TIME;
    }

    /** Shown to the right, under each other. */
    public boolean numeric() {
        return type == Type.NUMBER || type == Type.RATE;
    }

    /** Takes only its options. */
    public boolean choice() {
        return !options.isEmpty();
    }
}
