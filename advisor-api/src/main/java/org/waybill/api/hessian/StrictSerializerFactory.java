package org.waybill.api.hessian;

import com.caucho.hessian.io.AbstractHessianInput;
import com.caucho.hessian.io.Deserializer;
import com.caucho.hessian.io.Hessian2Output;
import com.caucho.hessian.io.HessianProtocolException;
import com.caucho.hessian.io.Serializer;
import com.caucho.hessian.io.SerializerFactory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.Type;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Knows how to write and read the contract's types and throws on every other class, in both directions. The library's
 * own ways to find a class (by name, by field reflection, by {@code Unsafe}) are all closed: reading goes by exact name
 * through a map filled at construction.
 */
@SuppressWarnings("rawtypes") // the library's own signatures
public final class StrictSerializerFactory extends SerializerFactory {
    private final ContractTypes types;
    private final HessianLimits limits;
    private final Map<Class<?>, Serializer> serializers = new HashMap<>();
    private final Map<String, Deserializer> deserializers = new HashMap<>();

    /** A factory for the types that the operations of these interfaces take and return. */
    public StrictSerializerFactory(HessianLimits limits, Class<?>... interfaces) {
        super(StrictSerializerFactory.class.getClassLoader());
        this.types = ContractTypes.of(interfaces);
        this.limits = limits;
        for (Class<?> type : types.all()) {
            WireForm form = WireForm.of(type, types);
            serializers.put(type, new FieldsSerializer(form));
            deserializers.put(form.className(), new FieldsDeserializer(form));
        }
    }

    ContractTypes types() {
        return types;
    }

    HessianLimits limits() {
        return limits;
    }

    /**
     * A value of {@code type} out of maps, lists, text and numbers, as JSON readers make them, under the same rules
     * and limits as on the wire.
     *
     * @throws RefusedException saying which field is wrong and what it should be
     */
    public Object fitted(Type type, @Nullable Object raw) throws RefusedException {
        Object value = newFitter().fit(type, raw, false);
        if (value == null) {
            throw RefusedException.value("is missing");
        }
        return value;
    }

    RecordBinder newFitter() {
        return new RecordBinder(types, limits);
    }

    /** Writes a call or a reply. */
    interface Writing {
        void to(Hessian2Output out) throws IOException;
    }

    byte[] written(Writing writing) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
        Hessian2Output out = new Hessian2Output(bytes);
        out.setSerializerFactory(this);
        // no back-references: independent clients number them differently
        out.setUnshared(true);
        writing.to(out);
        out.flush();
        return bytes.toByteArray();
    }

    @Override
    public Serializer getSerializer(Class type) throws HessianProtocolException {
        Class<?> wanted = Enum.class.isAssignableFrom(type) && !type.isEnum() ? type.getSuperclass() : type;
        Serializer known = serializers.get(wanted);
        if (known != null) {
            return known;
        }
        if (List.class.isAssignableFrom(type)) {
            return Containers.LIST_SERIALIZER;
        }
        if (type == Optional.class) {
            return Containers.OPTIONAL_SERIALIZER;
        }
        if (ContractTypes.isPlain(type)) {
            return super.getSerializer(type);
        }
        throw new HessianProtocolException("refused to write " + type.getName());
    }

    @Override
    public Deserializer getDeserializer(Class type) throws HessianProtocolException {
        throw new HessianProtocolException("refused to read a " + type.getName() + " that was not asked for by name");
    }

    @Override
    public @Nullable Deserializer getDeserializer(@Nullable String type) throws HessianProtocolException {
        if (type == null || type.isEmpty()) {
            return null;
        }
        return getObjectDeserializer(type);
    }

    @Override
    public Deserializer getObjectDeserializer(@Nullable String type) throws HessianProtocolException {
        Deserializer known = type == null ? null : deserializers.get(type);
        if (known != null) {
            return known;
        }
        if (type == null || GrammarCheck.isMapType(type)) {
            return Containers.MAP_DESERIALIZER;
        }
        throw new HessianProtocolException("type refused: " + type);
    }

    @Override
    public Deserializer getListDeserializer(@Nullable String type) throws HessianProtocolException {
        if (type == null || GrammarCheck.isListType(type)) {
            return Containers.LIST_DESERIALIZER;
        }
        throw new HessianProtocolException("type refused: " + type);
    }

    @Override
    public Deserializer getObjectDeserializer(@Nullable String type, @Nullable Class wanted)
            throws HessianProtocolException {
        return getObjectDeserializer(type);
    }

    @Override
    public Deserializer getListDeserializer(@Nullable String type, @Nullable Class wanted)
            throws HessianProtocolException {
        return getListDeserializer(type);
    }

    @Override
    public Object readList(AbstractHessianInput in, int length, @Nullable String type) throws IOException {
        return getListDeserializer(type).readList(in, length);
    }

    @Override
    public Object readMap(AbstractHessianInput in, @Nullable String type) throws IOException {
        return getObjectDeserializer(type).readMap(in);
    }

    @Override
    public Object readObject(AbstractHessianInput in, @Nullable String type, String[] fields) throws IOException {
        return getObjectDeserializer(type).readObject(in, fields);
    }

    @Override
    public Class<?> loadSerializedClass(String name) throws ClassNotFoundException {
        throw new ClassNotFoundException("no class is loaded by a name from the wire: " + name);
    }
}
