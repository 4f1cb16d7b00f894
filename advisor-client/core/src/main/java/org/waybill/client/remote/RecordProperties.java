package org.waybill.client.remote;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.net.URI;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Flat records as {@code name=value} text, for the small files that processes of one home leave for each other. A
 * component that is absent is read as null; a primitive one must be there. Own code for the sake of start-up: decision
 * 0251.
 */
public final class RecordProperties {
    private static final Map<Class<?>, Function<String, Object>> PARSERS = Map.of(
            String.class,
            text -> text,
            int.class,
            Integer::valueOf,
            Integer.class,
            Integer::valueOf,
            long.class,
            Long::valueOf,
            Long.class,
            Long::valueOf,
            double.class,
            Double::valueOf,
            Double.class,
            Double::valueOf,
            Instant.class,
            Instant::parse,
            URI.class,
            URI::create);

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
        Function<String, Object> parser = type.isEnum() ? word -> constant(type, word) : PARSERS.get(type);
        try {
            return Objects.requireNonNull(parser, () -> "no text form for " + type)
                    .apply(text);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(name + " is no time: " + e.getMessage(), e);
        }
    }

    private static Object constant(Class<?> type, String name) {
        return Arrays.stream(type.getEnumConstants())
                .filter(constant -> ((Enum<?>) constant).name().equals(name))
                .findAny()
                .orElseThrow(() -> new IllegalArgumentException(type.getSimpleName() + " has no " + name));
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
