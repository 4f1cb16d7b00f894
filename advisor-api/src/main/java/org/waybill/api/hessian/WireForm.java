package org.waybill.api.hessian;

import java.util.Map;
import java.util.function.Function;
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

    Object build(Map<String, @Nullable Object> fields, RecordBinder fitter) throws RefusedException;

    static WireForm of(Class<?> type, ContractTypes types) {
        if (type == ServiceException.class) {
            return new OfException();
        }
        if (type.isRecord()) {
            return new OfRecord(type.getName(), types.shape(type));
        }
        if (type == Protocol.class) {
            return new OfText(
                    ContractTypes.wireName(type), "name", value -> ((Protocol) value).name(), WireForm::protocol);
        }
        return type.isEnum()
                ? new OfText(
                        type.getName(),
                        "name",
                        value -> ((Enum<?>) value).name(),
                        text -> RecordBinder.constant(type, text))
                : new OfText(type.getName(), "value", Object::toString, text -> TextValues.parse(type, text));
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
        public Object build(Map<String, @Nullable Object> fields, RecordBinder fitter) throws RefusedException {
            return shape.build(fields, fitter);
        }
    }

    /** What is written as one text. */
    record OfText(String className, String field, Function<Object, String> written, Parser parser) implements WireForm {
        /** Reads the text. */
        interface Parser {
            Object parse(String text) throws RefusedException;
        }

        @Override
        public String[] fieldNames() {
            return new String[] {field};
        }

        @Override
        public @Nullable Object[] takeApart(Object instance) {
            return new Object[] {written.apply(instance)};
        }

        @Override
        public Object build(Map<String, @Nullable Object> fields, RecordBinder fitter) throws RefusedException {
            return parser.parse(text(fields, field));
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
        public Object build(Map<String, @Nullable Object> fields, RecordBinder fitter) {
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
