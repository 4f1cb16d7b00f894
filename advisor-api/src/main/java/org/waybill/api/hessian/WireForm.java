package org.waybill.api.hessian;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.waybill.api.ServiceException;
import org.waybill.protocol.Protocol;

/**
 * How objects of one contract type stand on the wire: a class name and named fields. Records have their components,
 * enums and protocols {@code name}, text values {@code value}, and the exception {@code code} and {@code message}.
 */
sealed interface WireForm {
    String className();

    String[] fieldNames();

    @Nullable
    Object[] takeApart(Object instance);

    Object build(Map<String, @Nullable Object> fields, Fitter fitter) throws RefusedException;

    static WireForm of(Class<?> type, ContractTypes types) {
        if (type == ServiceException.class) {
            return new OfException();
        }
        if (type.isRecord()) {
            return new OfRecord(type.getName(), types.shape(type));
        }
        if (type == Protocol.class) {
            return new OfProtocol();
        }
        return type.isEnum() ? new OfEnum(type) : new OfText(type);
    }

    record OfRecord(String className, RecordShape shape) implements WireForm {
        @Override
        public String[] fieldNames() {
            return shape.fieldNames();
        }

        @Override
        public @Nullable Object[] takeApart(Object instance) {
            return shape.values(instance);
        }

        @Override
        public Object build(Map<String, @Nullable Object> fields, Fitter fitter) throws RefusedException {
            return shape.build(fields, fitter);
        }
    }

    record OfEnum(Class<?> type) implements WireForm {
        @Override
        public String className() {
            return type.getName();
        }

        @Override
        public String[] fieldNames() {
            return new String[] {"name"};
        }

        @Override
        public @Nullable Object[] takeApart(Object instance) {
            return new Object[] {((Enum<?>) instance).name()};
        }

        @Override
        public Object build(Map<String, @Nullable Object> fields, Fitter fitter) throws RefusedException {
            return Fitter.constant(type, text(fields, "name"));
        }
    }

    record OfProtocol() implements WireForm {
        @Override
        public String className() {
            return ContractTypes.wireName(Protocol.class);
        }

        @Override
        public String[] fieldNames() {
            return new String[] {"name"};
        }

        @Override
        public @Nullable Object[] takeApart(Object instance) {
            return new Object[] {((Protocol) instance).name()};
        }

        @Override
        public Object build(Map<String, @Nullable Object> fields, Fitter fitter) throws RefusedException {
            return protocol(text(fields, "name"));
        }
    }

    /** A protocol by the name that the catalogue keeps. */
    static Protocol protocol(String name) throws RefusedException {
        try {
            return Protocol.valueOf(name);
        } catch (IllegalArgumentException e) {
            throw RefusedException.value("no such Protocol");
        }
    }

    record OfText(Class<?> type) implements WireForm {
        @Override
        public String className() {
            return type.getName();
        }

        @Override
        public String[] fieldNames() {
            return new String[] {"value"};
        }

        @Override
        public @Nullable Object[] takeApart(Object instance) {
            return new Object[] {instance.toString()};
        }

        @Override
        public Object build(Map<String, @Nullable Object> fields, Fitter fitter) throws RefusedException {
            return TextValues.parse(type, text(fields, "value"));
        }
    }

    record OfException() implements WireForm {
        @Override
        public String className() {
            return ServiceException.class.getName();
        }

        @Override
        public String[] fieldNames() {
            return new String[] {"code", "message"};
        }

        @Override
        public @Nullable Object[] takeApart(Object instance) {
            ServiceException exception = (ServiceException) instance;
            return new @Nullable Object[] {exception.code(), exception.getMessage()};
        }

        @Override
        public Object build(Map<String, @Nullable Object> fields, Fitter fitter) {
            return StrictSerializerFactory.fault(fields);
        }
    }

    private static String text(Map<String, @Nullable Object> fields, String name) throws RefusedException {
        if (fields.get(name) instanceof String text) {
            return text;
        }
        throw RefusedException.value("." + name + ": should be text");
    }
}
