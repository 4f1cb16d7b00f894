package org.waybill.api.hessian;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;

/** Makes random values of the contract's types, so that a record that is added is tested without a word. */
final class RandomValues {
    private static final List<String> TEXTS = List.of(
            "",
            "dtn01.example.org",
            "Zürich ✓ 東京",
            "\"';--\n\t\0",
            "x".repeat(31),
            "y".repeat(32),
            "z".repeat(1023),
            "w".repeat(40_000),
            "\uD83D\uDE80 rocket");
    private static final long[] WHOLES = {
        0,
        1,
        -1,
        47,
        -17,
        2047,
        -2049,
        262_143,
        -262_145,
        Integer.MAX_VALUE,
        Integer.MIN_VALUE,
        1L << 40,
        Long.MAX_VALUE,
        Long.MIN_VALUE
    };
    private static final double[] REALS = {0, 1, -1, 127, -129, 32_767, 0.001, 1e-300, 93.75, Double.MAX_VALUE};

    private final ContractTypes types;
    private final Random random;

    RandomValues(ContractTypes types, long seed) {
        this.types = types;
        this.random = new Random(seed);
    }

    Object of(Type type) throws RefusedException {
        return of(type, "");
    }

    private Object of(Type type, String name) throws RefusedException {
        if (type instanceof ParameterizedType generic) {
            List<Object> list = new ArrayList<>();
            for (int i = random.nextInt(11); i > 0; i--) {
                list.add(of(generic.getActualTypeArguments()[0], ""));
            }
            return List.copyOf(list);
        }
        return ofClass((Class<?>) type, name);
    }

    private Object ofClass(Class<?> type, String name) throws RefusedException {
        if (type == String.class) {
            return TEXTS.get(random.nextInt(TEXTS.size()));
        }
        if (type == boolean.class || type == Boolean.class) {
            return random.nextBoolean();
        }
        if (type == int.class || type == Integer.class) {
            return name.equals("port") ? 1 + random.nextInt(65_535) : (int) WHOLES[random.nextInt(11)];
        }
        if (type == long.class || type == Long.class) {
            return WHOLES[random.nextInt(WHOLES.length)];
        }
        if (type == double.class || type == Double.class) {
            boolean angle = name.equals("latitude") || name.equals("longitude");
            return angle ? random.nextDouble(-90, 90) : REALS[random.nextInt(REALS.length)];
        }
        if (type == Instant.class) {
            return Instant.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000_000));
        }
        if (type == Duration.class) {
            return Duration.ofNanos(random.nextLong());
        }
        if (type == Protocol.class) {
            return Protocols.all().get(random.nextInt(Protocols.all().size()));
        }
        if (type.isEnum()) {
            return type.getEnumConstants()[random.nextInt(type.getEnumConstants().length)];
        }
        if (type.isSealed()) {
            return of(type.getPermittedSubclasses()[random.nextInt(type.getPermittedSubclasses().length)], "");
        }
        return record(type);
    }

    Object record(Class<?> type) throws RefusedException {
        Map<String, Object> fields = new HashMap<>();
        for (RecordShape.Field field : types.shape(type).fields()) {
            boolean left = field.optional() && random.nextBoolean();
            fields.put(field.name(), left ? null : of(field.type(), field.name()));
        }
        return types.shape(type).build(fields, new RecordBinder(types, HessianLimits.DEFAULT));
    }
}
