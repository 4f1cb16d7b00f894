package org.waybill.api.hessian;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a record is taken apart and put together: always by its canonical constructor, so that its own checks run.
 * Unknown fields are left out and missing ones are null where the record allows null, so that fields can be added.
 */
record RecordShape(Class<?> record, List<Field> fields, Constructor<?> constructor) {
    /** A component: {@code optional} if its type is marked {@code @Nullable}. */
    record Field(String name, Type type, boolean optional, Method accessor) {}

    static RecordShape of(Class<?> record) {
        RecordComponent[] components = record.getRecordComponents();
        try {
            Constructor<?> constructor = record.getDeclaredConstructor(
                    Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
            constructor.setAccessible(true);
            return new RecordShape(
                    record, Arrays.stream(components).map(RecordShape::field).toList(), constructor);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("a record without canonical constructor", e);
        }
    }

    private static Field field(RecordComponent component) {
        Method accessor = component.getAccessor();
        accessor.setAccessible(true);
        boolean optional = component.getAnnotatedType().isAnnotationPresent(Nullable.class);
        return new Field(component.getName(), component.getGenericType(), optional, accessor);
    }

    List<String> fieldNames() {
        return fields.stream().map(Field::name).toList();
    }

    @Nullable
    Object[] values(Object instance) {
        @Nullable Object[] values = new @Nullable Object[fields.size()];
        for (int i = 0; i < values.length; i++) {
            try {
                values[i] = fields.get(i).accessor().invoke(instance);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("cannot read " + record.getSimpleName(), e);
            }
        }
        return values;
    }

    Object build(Map<?, ?> raw, RecordBinder fitter) throws RefusedException {
        @Nullable Object[] arguments = new @Nullable Object[fields.size()];
        for (int i = 0; i < arguments.length; i++) {
            Field field = fields.get(i);
            try {
                arguments[i] = fitter.fit(field.type(), raw.get(field.name()), field.optional());
            } catch (RefusedException e) {
                throw e.at("." + field.name());
            }
        }
        try {
            return constructor.newInstance(arguments);
        } catch (InvocationTargetException e) {
            throw RefusedException.value(
                    record.getSimpleName() + ": " + e.getTargetException().getMessage());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot build " + record.getSimpleName(), e);
        }
    }
}
