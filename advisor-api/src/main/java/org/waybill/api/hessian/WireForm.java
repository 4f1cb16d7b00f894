package org.waybill.api.hessian;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.waybill.api.ServiceException;
import org.waybill.protocol.Protocol;

/**
 * How objects of one contract type are written on the wire: a class name and named fields. Records have their
 * components, enums and protocols {@code name}, text values {@code value}, and the exception {@code code} and
 * {@code message}.
 *
 * @param takeApart the values of the fields, in their order
 */
record WireForm(
        String className, List<String> fieldNames, Function<Object, @Nullable Object[]> takeApart, Builder builder) {
    /** Puts an object together from what was read. */
    interface Builder {
        Object build(Map<String, @Nullable Object> fields, RecordBinder fitter) throws RefusedException;
    }

    /** Reads what is written as one text. */
    private interface Parser {
        Object parse(String text) throws RefusedException;
    }

    static WireForm of(Class<?> type, ContractTypes types) {
        String name = ContractTypes.wireName(type);
        if (type == ServiceException.class) {
            return new WireForm(name, List.of("code", "message"), WireForm::parts, (fields, _) -> exception(fields));
        }
        if (type.isRecord()) {
            RecordShape shape = types.shape(type);
            return new WireForm(name, shape.fieldNames(), shape::values, shape::build);
        }
        if (type == Protocol.class) {
            return text(name, "name", value -> ((Protocol) value).name(), WireForm::protocol);
        }
        return type.isEnum()
                ? text(name, "name", value -> ((Enum<?>) value).name(), text -> RecordBinder.constant(type, text))
                : text(name, "value", Object::toString, text -> TextValues.parse(type, text));
    }

    private static WireForm text(String className, String field, Function<Object, String> written, Parser parser) {
        return new WireForm(className, List.of(field), value -> new Object[] {written.apply(value)}, (fields, _) -> {
            if (fields.get(field) instanceof String text) {
                return parser.parse(text);
            }
            throw RefusedException.value("." + field + ": should be text");
        });
    }

    /** A protocol by the name that the catalogue keeps. */
    static Protocol protocol(String name) throws RefusedException {
        try {
            return Protocol.valueOf(name);
        } catch (IllegalArgumentException e) {
            throw RefusedException.value("no such Protocol");
        }
    }

    private static @Nullable Object[] parts(Object instance) {
        ServiceException exception = (ServiceException) instance;
        return new @Nullable Object[] {exception.code(), exception.getMessage()};
    }

    private static ServiceException exception(Map<String, @Nullable Object> fields) {
        return new ServiceException(String.valueOf(fields.get("code")), String.valueOf(fields.get("message")));
    }
}
