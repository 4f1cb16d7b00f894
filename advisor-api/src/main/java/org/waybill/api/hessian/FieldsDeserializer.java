package org.waybill.api.hessian;

import com.caucho.hessian.io.AbstractDeserializer;
import com.caucho.hessian.io.AbstractHessianInput;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads an object of a contract type from named fields, as an object or as a typed map. */
final class FieldsDeserializer extends AbstractDeserializer {
    private final WireForm form;

    FieldsDeserializer(WireForm form) {
        this.form = form;
    }

    @Override
    public Object readObject(AbstractHessianInput in, Object[] fieldNames) throws IOException {
        int reference = in.addRef(null);
        Map<String, @Nullable Object> fields = new HashMap<>();
        for (Object name : fieldNames) {
            fields.put((String) name, in.readObject());
        }
        return built(in, reference, fields);
    }

    @Override
    public Object readMap(AbstractHessianInput in) throws IOException {
        int reference = in.addRef(null);
        return built(in, reference, Containers.readEntries(in));
    }

    private Object built(AbstractHessianInput in, int reference, Map<String, @Nullable Object> fields)
            throws IOException {
        Object instance = form.builder().build(fields, BindingInput.fitterOf(in));
        in.setRef(reference, instance);
        return instance;
    }
}
