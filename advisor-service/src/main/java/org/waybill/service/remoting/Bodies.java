package org.waybill.service.remoting;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.waybill.api.ServiceException;
import org.waybill.api.hessian.HessianLimits;
import org.waybill.api.hessian.RefusedException;
import org.waybill.api.hessian.StrictSerializerFactory;
import org.waybill.service.InputChecks;
import org.waybill.service.StrictJson;
import tools.jackson.core.JacksonException;

/** JSON bodies, read to a limit and fitted to the contract by the same rules as Hessian's. */
record Bodies(StrictSerializerFactory contract) {
    /** A value of the contract; lists may be as long as bulk operations allow. */
    Object read(Type type, InputStream body) throws IOException {
        int limit = type instanceof Class<?> ? HessianLimits.DEFAULT.requestBytes() : HessianLimits.DEFAULT.bulkBytes();
        Object parsed = parse(text(body, limit));
        requireKnown(type, parsed, "");
        try {
            return contract.fitted(type, parsed);
        } catch (RefusedException e) {
            throw InputChecks.bad(String.valueOf(e.getMessage()).replaceFirst("^\\.", ""));
        }
    }

    /** Refuses members that the contract does not know, which programs of other versions may send but people mistype. */
    private static void requireKnown(Type type, Object parsed, String where) {
        if (type instanceof ParameterizedType list && parsed instanceof List<?> elements) {
            for (int i = 0; i < elements.size(); i++) {
                requireKnown(list.getActualTypeArguments()[0], elements.get(i), "[" + i + "].");
            }
        }
        if (type instanceof Class<?> record && record.isRecord() && parsed instanceof Map<?, ?> members) {
            List<String> known = Arrays.stream(record.getRecordComponents())
                    .map(RecordComponent::getName)
                    .toList();
            for (Object name : members.keySet()) {
                if (!known.contains(name)) {
                    throw InputChecks.bad("unknown member '" + InputChecks.printable(where + name) + "': expected "
                            + String.join(", ", known));
                }
            }
        }
    }

    private Object parse(String text) {
        try {
            return StrictJson.MAPPER.readValue(text, Object.class);
        } catch (JacksonException e) {
            throw InputChecks.bad("the body is " + StrictJson.problem(e));
        }
    }

    /** A JSON object, at most 4 KiB long. */
    Map<?, ?> smallObject(InputStream body) throws IOException {
        if (parse(text(body, 4 << 10)) instanceof Map<?, ?> object) {
            return object;
        }
        throw InputChecks.bad("the body must be a JSON object");
    }

    static String text(InputStream body, int limit) throws IOException {
        byte[] bytes = body.readNBytes(limit + 1);
        if (bytes.length > limit) {
            throw new ServiceException(ServiceException.TOO_LARGE, "the body is larger than " + limit + " bytes");
        }
        return InputChecks.utf8("the body", bytes);
    }

    /** A member of a small object that must be text. */
    static String text(Map<?, ?> fields, String name) {
        if (fields.get(name) instanceof String text) {
            return text;
        }
        throw InputChecks.bad(name + " is missing or not text");
    }
}
