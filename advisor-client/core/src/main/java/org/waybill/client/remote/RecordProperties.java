package org.waybill.client.remote;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.net.URI;
import java.time.Instant;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Flat records as {@code name=value} text, for the small files that processes of one home leave for each other. A
 * component that is absent is read as null; a primitive one must be there.
 */
public final class RecordProperties {
    private RecordProperties() {}

    /** The text that {@link #read} reads back. */
    public static String write(Record flat) {
        Properties properties = new Properties();
        for (RecordComponent component : flat.getClass().getRecordComponents()) {
            Object value = valueOf(flat, component);
            if (value != null) {
                properties.setProperty(component.getName(), value instanceof Enum<?> e ? e.name() : value.toString());
            }
        }
        StringWriter text = new StringWriter();
        try {
            properties.store(text, null);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    /**
     * Reads what {@link #write} wrote.
     *
     * @throws IllegalArgumentException if the text holds no such record
     */
    public static <R extends Record> R read(Class<R> type, String text) {
        Properties properties = new Properties();
        try {
            properties.load(new StringReader(text));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        @Nullable Object[] values = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            types[i] = components[i].getType();
            values[i] = parse(types[i], components[i].getName(), properties.getProperty(components[i].getName()));
        }
        try {
            var constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor.newInstance(values);
        } catch (InvocationTargetException e) {
            throw new IllegalArgumentException("not a " + type.getSimpleName() + ": " + e.getCause(), e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static @Nullable Object parse(Class<?> type, String name, @Nullable String text) {
        if (text == null) {
            if (type.isPrimitive()) {
                throw new IllegalArgumentException(name + " is missing");
            }
            return null;
        }
        if (type == String.class) {
            return text;
        } else if (type == int.class || type == Integer.class) {
            return Integer.valueOf(text);
        } else if (type == long.class || type == Long.class) {
            return Long.valueOf(text);
        } else if (type == double.class || type == Double.class) {
            return Double.valueOf(text);
        } else if (type == Instant.class) {
            return Instant.parse(text);
        } else if (type == URI.class) {
            return URI.create(text);
        } else if (type.isEnum()) {
            return constant(type, text);
        }
        throw new IllegalStateException("no text form for " + type);
    }

    private static Object constant(Class<?> type, String name) {
        for (Object constant : type.getEnumConstants()) {
            if (((Enum<?>) constant).name().equals(name)) {
                return constant;
            }
        }
        throw new IllegalArgumentException(type.getSimpleName() + " has no " + name);
    }

    private static @Nullable Object valueOf(Record flat, RecordComponent component) {
        try {
            var accessor = component.getAccessor();
            accessor.setAccessible(true);
            return accessor.invoke(flat);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
