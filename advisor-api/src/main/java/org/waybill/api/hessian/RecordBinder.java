package org.waybill.api.hessian;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.protocol.Protocol;

/**
 * Makes values of the declared types out of what the wire carried: numbers without loss, records out of maps (which is
 * how clients in other languages write them), enums and times out of text, lists with each element fitted to the
 * declared element type. Everything else is refused. One fitter serves one body and counts what it builds, since
 * back-references let a short body describe a very large tree.
 */
final class RecordBinder {
    /** Whole numbers up to here are exact as doubles. */
    private static final long EXACT = 1L << 53;

    private final ContractTypes types;
    private int valuesLeft;

    RecordBinder(ContractTypes types, HessianLimits limits) {
        this.types = types;
        this.valuesLeft = limits.values();
    }

    /** The value as {@code type}; null only where {@code optional}. */
    @Nullable
    Object fit(Type type, @Nullable Object value, boolean optional) throws RefusedException {
        if (--valuesLeft < 0) {
            throw RefusedException.body("too many values");
        }
        if (type instanceof ParameterizedType generic) {
            Type element = generic.getActualTypeArguments()[0];
            if (generic.getRawType() == Optional.class) {
                return Optional.ofNullable(fit(element, value, true));
            }
            return value == null && optional ? null : fitList(element, value);
        }
        if (value == null) {
            if (optional) {
                return null;
            }
            throw RefusedException.value("is missing");
        }
        return fitClass((Class<?>) type, value);
    }

    private List<?> fitList(Type element, @Nullable Object value) throws RefusedException {
        if (!(value instanceof Collection<?> raw)) {
            throw wrong("a list", value);
        }
        List<Object> fitted = new ArrayList<>(raw.size());
        for (Object each : raw) {
            try {
                Object one = fit(element, each, false);
                if (one != null) {
                    fitted.add(one);
                }
            } catch (RefusedException e) {
                throw e.at("[" + fitted.size() + "]");
            }
        }
        return List.copyOf(fitted);
    }

    private Object fitClass(Class<?> type, Object value) throws RefusedException {
        if (type == String.class || type == boolean.class || type == Boolean.class) {
            if (value.getClass() != (type == String.class ? String.class : Boolean.class)) {
                throw wrong(type == String.class ? "text" : "true or false", value);
            }
            return value;
        }
        if (ContractTypes.isPlain(type)) {
            return fitNumber(type, value);
        }
        if (type.isInstance(value)) {
            return value;
        }
        if (type.isRecord() && value instanceof Map<?, ?> map) {
            return types.shape(type).build(map, this);
        }
        if (type.isEnum() && value instanceof String name) {
            return constant(type, name);
        }
        if (type == Protocol.class && value instanceof String name) {
            return WireForm.protocol(name);
        }
        if (TextValues.isOne(type) && value instanceof String text) {
            return TextValues.parse(type, text);
        }
        if (type == Instant.class && value instanceof Date date) {
            return TextValues.parse(type, date.toInstant().toString());
        }
        throw wrong(type.getSimpleName(), value);
    }

    static Object constant(Class<?> type, String name) throws RefusedException {
        for (Object constant : type.getEnumConstants()) {
            if (((Enum<?>) constant).name().equals(name)) {
                return constant;
            }
        }
        throw RefusedException.value("no such " + type.getSimpleName());
    }

    /** The wire and JSON give whole numbers as Integer, Long or, beyond these, BigInteger; all others as Double. */
    private static Object fitNumber(Class<?> type, Object value) throws RefusedException {
        boolean wantsReal = type == double.class || type == Double.class;
        if (value instanceof BigInteger) {
            throw RefusedException.value(wantsReal ? "no such number" : "is too large");
        }
        if (value instanceof Double real) {
            return wantsReal ? finite(real) : fitWhole(type, whole(real));
        }
        if (!(value instanceof Integer || value instanceof Long)) {
            throw wrong("a number", value);
        }
        long whole = ((Number) value).longValue();
        if (!wantsReal) {
            return fitWhole(type, whole);
        }
        if (whole < -EXACT || whole > EXACT) {
            throw RefusedException.value("no such number");
        }
        return (double) whole;
    }

    private static Object finite(double real) throws RefusedException {
        if (!Double.isFinite(real)) {
            throw RefusedException.value("no such number");
        }
        return real;
    }

    private static long whole(double real) throws RefusedException {
        if (real != Math.rint(real) || Math.abs(real) > EXACT) {
            throw wrong("a whole number", real);
        }
        return (long) real;
    }

    private static Object fitWhole(Class<?> type, long whole) throws RefusedException {
        if (type == long.class || type == Long.class) {
            return whole;
        }
        if (whole != (int) whole) {
            throw RefusedException.value("is too large");
        }
        return (int) whole;
    }

    private static RefusedException wrong(String wanted, @Nullable Object value) {
        String got = value == null ? "nothing" : value.getClass().getSimpleName();
        return RefusedException.value("should be " + wanted + ", not " + got);
    }
}
