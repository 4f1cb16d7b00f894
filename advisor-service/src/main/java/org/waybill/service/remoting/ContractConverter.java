package org.waybill.service.remoting;

import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpInputMessage;
import org.springframework.http.HttpOutputMessage;
import org.springframework.http.MediaType;
import org.springframework.http.converter.AbstractGenericHttpMessageConverter;
import org.waybill.api.AdvisorService;

/** Reads the contract's records from JSON bodies. Writing is left to Jackson. */
final class ContractConverter extends AbstractGenericHttpMessageConverter<Object> {
    private static final String CONTRACT = AdvisorService.class.getPackageName();

    private final Bodies bodies;

    ContractConverter(Bodies bodies) {
        super(MediaType.APPLICATION_JSON);
        this.bodies = bodies;
    }

    private static boolean isOurs(Type type) {
        Type element = type instanceof ParameterizedType generic ? generic.getActualTypeArguments()[0] : type;
        return element instanceof Class<?> plain && plain.getPackageName().startsWith(CONTRACT);
    }

    @Override
    public boolean canRead(Type type, @Nullable Class<?> context, @Nullable MediaType mediaType) {
        return isOurs(type) && canRead(mediaType);
    }

    @Override
    public boolean canRead(Class<?> type, @Nullable MediaType mediaType) {
        return isOurs(type) && canRead(mediaType);
    }

    @Override
    public boolean canWrite(@Nullable Type type, Class<?> context, @Nullable MediaType mediaType) {
        return false;
    }

    @Override
    public boolean canWrite(Class<?> type, @Nullable MediaType mediaType) {
        return false;
    }

    @Override
    public Object read(Type type, @Nullable Class<?> context, HttpInputMessage message) throws IOException {
        return bodies.read(type, message.getBody());
    }

    @Override
    protected Object readInternal(Class<?> type, HttpInputMessage message) throws IOException {
        return bodies.read(type, message.getBody());
    }

    @Override
    protected void writeInternal(Object value, @Nullable Type type, HttpOutputMessage message) {
        throw new UnsupportedOperationException("reads only");
    }
}
