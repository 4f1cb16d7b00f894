package org.waybill.engine.wire;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.ToIntFunction;

/**
 * How a value is written in a frame: its writer and its reader side by side, so that one line of a table says both.
 *
 * @param leastBytes what it takes at least, which bounds how many of them a frame can hold
 */
record Field<T>(int leastBytes, BiConsumer<WireWriter, T> writer, Reader<T> reader) {
    static final Field<Boolean> FLAG = new Field<>(1, WireWriter::flag, WireReader::flag);
    static final Field<Integer> U8 = new Field<>(1, WireWriter::u8, WireReader::u8);
    static final Field<Integer> U16 = new Field<>(2, WireWriter::u16, WireReader::u16);
    /** From 0 to 2^31 - 1. */
    static final Field<Integer> U31 = new Field<>(4, WireWriter::u32, WireReader::u31);
    /** From 0 to 2^63 - 1. */
    static final Field<Long> U63 = new Field<>(8, WireWriter::u64, WireReader::u63);

    static final Field<Long> I64 = new Field<>(8, WireWriter::u64, WireReader::i64);
    /** What is left of the frame. */
    static final Field<byte[]> REST = new Field<>(0, WireWriter::raw, WireReader::rest);

    /** Takes a value. */
    interface Reader<T> {
        T read(WireReader in) throws WireException;
    }

    static Field<byte[]> raw(int bytes) {
        return new Field<>(bytes, WireWriter::raw, in -> in.raw(bytes));
    }

    /** Text that the peer refuses beyond a number of bytes of UTF-8. */
    static Field<String> text(int mostBytes) {
        return new Field<>(2, WireWriter::text, in -> in.text(mostBytes));
    }

    /** One of these, by a byte. */
    static <E> Field<E> code(String what, E[] values, ToIntFunction<E> code) {
        return new Field<>(1, (out, value) -> out.u8(code.applyAsInt(value)), in -> {
            int wanted = in.u8();
            return Arrays.stream(values)
                    .filter(value -> code.applyAsInt(value) == wanted)
                    .findAny()
                    .orElseThrow(() -> new WireException("an unknown " + what + " " + wanted));
        });
    }

    /** One of these, by its name. */
    static <E extends Enum<E>> Field<E> name(String what, Class<E> type) {
        return new Field<>(2, (out, value) -> out.text(value.name()), in -> {
            String name = in.text(40);
            return EnumSet.allOf(type).stream()
                    .filter(value -> value.name().equals(name))
                    .findAny()
                    .orElseThrow(() -> new WireException("an unknown " + what));
        });
    }

    /** Their number and one after the other. */
    static <E> Field<List<E>> list(Field<E> item) {
        return new Field<>(
                4,
                (out, items) -> {
                    out.u32(items.size());
                    items.forEach(value -> item.writer.accept(out, value));
                },
                in -> {
                    int count = in.count(item.leastBytes);
                    List<E> items = new ArrayList<>(count);
                    for (int i = 0; i < count; i++) {
                        items.add(item.reader.read(in));
                    }
                    return items;
                });
    }

    /** The components of a record in their order; what the record itself refuses is a mistake of the peer. */
    static <R extends Record> Field<R> record(Class<R> type, Field<?>... fields) {
        int leastBytes = Arrays.stream(fields).mapToInt(Field::leastBytes).sum();
        RecordComponent[] components = type.getRecordComponents();
        Constructor<R> constructor = constructor(type, components);
        return new Field<>(
                leastBytes,
                (out, value) -> {
                    for (int i = 0; i < fields.length; i++) {
                        writeComponent(out, fields[i], value, components[i]);
                    }
                },
                in -> {
                    Object[] values = new Object[fields.length];
                    for (int i = 0; i < fields.length; i++) {
                        values[i] = fields[i].reader.read(in);
                    }
                    return build(constructor, values);
                });
    }

    private static <R> Constructor<R> constructor(Class<R> type, RecordComponent[] components) {
        try {
            return type.getDeclaredConstructor(
                    Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
    }

    @SuppressWarnings("unchecked")
    private static <T> void writeComponent(WireWriter out, Field<T> field, Object of, RecordComponent component) {
        try {
            field.writer.accept(out, (T) component.getAccessor().invoke(of));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static <R> R build(Constructor<R> constructor, Object[] values) throws WireException {
        try {
            return constructor.newInstance(values);
        } catch (InvocationTargetException e) {
            throw new WireException(String.valueOf(e.getTargetException().getMessage()));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
