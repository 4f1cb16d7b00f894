package org.waybill.api.hessian;

import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.waybill.api.ServiceException;
import org.waybill.protocol.Protocol;

/**
 * The closed set of types that may cross the wire: what the signatures of the service interfaces reach, by exact name,
 * and nothing else. There is no list to keep; a signature that reaches a type without a wire form fails here, at
 * start-up, and not at the first call.
 */
final class ContractTypes {
    private static final Set<Class<?>> PLAIN = Set.of(
            String.class,
            boolean.class,
            Boolean.class,
            int.class,
            Integer.class,
            long.class,
            Long.class,
            double.class,
            Double.class);

    private final Map<String, Class<?>> byName = new HashMap<>();
    private final Map<Class<?>, RecordShape> shapes = new HashMap<>();

    private ContractTypes() {
        byName.put(ServiceException.class.getName(), ServiceException.class);
    }

    /** The types that the interfaces' operations reach. */
    static ContractTypes of(Class<?>... interfaces) {
        ContractTypes types = new ContractTypes();
        for (Class<?> api : interfaces) {
            for (Method operation : api.getMethods()) {
                String where = api.getSimpleName() + "." + operation.getName();
                for (Type parameter : operation.getGenericParameterTypes()) {
                    types.reach(parameter, where);
                }
                if (operation.getReturnType() != void.class) {
                    types.reach(operation.getGenericReturnType(), where);
                }
            }
        }
        return types;
    }

    static boolean isPlain(Class<?> type) {
        return PLAIN.contains(type);
    }

    /** What a type is called on the wire. Protocols were an enum of the contract, and still look like it. */
    static String wireName(Class<?> type) {
        return type == Protocol.class ? "org.waybill.api.Protocol" : type.getName();
    }

    /** The type of this exact name, null if the contract has none. */
    @Nullable
    Class<?> named(String name) {
        return byName.get(name);
    }

    RecordShape shape(Class<?> record) {
        RecordShape shape = shapes.get(record);
        if (shape == null) {
            throw new IllegalArgumentException(record.getName() + " is not a record of the contract");
        }
        return shape;
    }

    /** Every record, enum and text value of the contract. */
    Set<Class<?>> all() {
        return Set.copyOf(byName.values());
    }

    Set<String> names() {
        return Collections.unmodifiableSet(byName.keySet());
    }

    private void reach(Type type, String where) {
        if (type instanceof ParameterizedType generic
                && (generic.getRawType() == List.class || generic.getRawType() == Optional.class)) {
            reach(generic.getActualTypeArguments()[0], where);
        } else if (type instanceof Class<?> plain) {
            reachClass(plain, where);
        } else {
            throw new IllegalArgumentException(where + ": " + type + " has no form on the wire");
        }
    }

    private void reachClass(Class<?> type, String where) {
        if (PLAIN.contains(type) || byName.containsKey(wireName(type))) {
            return;
        }
        if (type.isSealed() && type.isInterface()) {
            for (Class<?> permitted : type.getPermittedSubclasses()) {
                reachClass(permitted, where);
            }
        } else if (type.isRecord()) {
            byName.put(type.getName(), type);
            RecordShape shape = RecordShape.of(type);
            shapes.put(type, shape);
            for (RecordShape.Field field : shape.fields()) {
                reach(field.type(), type.getSimpleName() + "." + field.name());
            }
        } else if (type.isEnum() || type == Protocol.class || TextValues.isOne(type)) {
            byName.put(wireName(type), type);
        } else {
            throw new IllegalArgumentException(where + ": " + type.getName() + " has no form on the wire");
        }
    }
}
