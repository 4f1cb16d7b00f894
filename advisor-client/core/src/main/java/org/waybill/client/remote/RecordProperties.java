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
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Records as {@code name=value} text, for the small files that processes of one home leave for each other. A component
 * that is absent is read as null; a primitive one must be there. A record within has its names after its own and a
 * dot; a list is of words without blanks. Own code for the sake of start-up: decision
 * 0122.
 */
public final class RecordProperties {
    private static final Map<Class<?>, Function<String, Object>> PARSERS = Map.ofEntries(
            Map.entry(String.class, text -> text),
            Map.entry(int.class, Integer::valueOf),
            Map.entry(Integer.class, Integer::valueOf),
            Map.entry(long.class, Long::valueOf),
            Map.entry(Long.class, Long::valueOf),
            Map.entry(double.class, Double::valueOf),
            Map.entry(Double.class, Double::valueOf),
            Map.entry(boolean.class, RecordProperties::truth),
            Map.entry(Boolean.class, RecordProperties::truth),
            Map.entry(Instant.class, Instant::parse),
            Map.entry(URI.class, URI::create),
            Map.entry(List.class, text -> text.isEmpty() ? List.of() : List.of(text.split(" "))));

    private RecordProperties() {}

    /**
     * The text that {@link #read} reads back.
     *
     * @throws IllegalArgumentException if a component has a type that this cannot read
     */
    public static String write(Record record) {
        Properties properties = new Properties();
        put(properties, "", record);
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
        return read(type, "", properties);
    }

    private static void put(Properties properties, String prefix, Record record) {
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            String name = prefix + component.getName();
            requireFormat(component.getType(), name); // of one that is null now, too
            switch (valueOf(record, component)) {
                case null -> {}
                case Record within -> put(properties, name + ".", within);
                case Enum<?> constant -> properties.setProperty(name, constant.name());
                case List<?> words ->
                    properties.setProperty(
                            name, words.stream().map(String::valueOf).collect(Collectors.joining(" ")));
                case Object value -> properties.setProperty(name, value.toString());
            }
        }
    }

    private static <R extends Record> R read(Class<R> type, String prefix, Properties properties) {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        @Nullable Object[] values = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            types[i] = components[i].getType();
            values[i] = parse(types[i], prefix + components[i].getName(), properties);
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

    private static @Nullable Object parse(Class<?> type, String name, Properties properties) {
        if (type.isRecord()) {
            boolean written = properties.stringPropertyNames().stream().anyMatch(key -> key.startsWith(name + "."));
            return written ? read(type.asSubclass(Record.class), name + ".", properties) : null;
        }
        String text = properties.getProperty(name);
        if (text == null) {
            if (type.isPrimitive()) {
                throw new IllegalArgumentException(name + " is missing");
            }
            return null;
        }
        requireFormat(type, name);
        Function<String, Object> parser =
                type.isEnum() ? word -> constant(type, word) : Objects.requireNonNull(PARSERS.get(type));
        try {
            return parser.apply(text);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(name + " is not a time: " + e.getMessage(), e);
        }
    }

    private static void requireFormat(Class<?> type, String name) {
        if (!type.isRecord() && !type.isEnum() && !PARSERS.containsKey(type)) {
            throw new IllegalArgumentException(name + ": RecordProperties has no parser of " + type.getSimpleName());
        }
    }

    private static Object truth(String text) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException("'" + text + "' is neither true nor false");
        };
    }

    private static Object constant(Class<?> type, String name) {
        return Arrays.stream(type.getEnumConstants())
                .filter(constant -> ((Enum<?>) constant).name().equals(name))
                .findAny()
                .orElseThrow(() -> new IllegalArgumentException(type.getSimpleName() + " has no " + name));
    }

    private static @Nullable Object valueOf(Record record, RecordComponent component) {
        try {
            var accessor = component.getAccessor();
            accessor.setAccessible(true);
            return accessor.invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
