package org.waybill.api.hessian;

import com.caucho.hessian.io.AbstractHessianOutput;
import com.caucho.hessian.io.AbstractSerializer;
import java.io.IOException;
import java.util.List;

/** Writes an object as its class name and fields. */
final class FieldsSerializer extends AbstractSerializer {
    private final WireForm form;

    FieldsSerializer(WireForm form) {
        this.form = form;
    }

    @Override
    public void writeObject(Object instance, AbstractHessianOutput out) throws IOException {
        // every object counts as one that can be referred to, or later references would point elsewhere
        if (out.addRef(instance)) {
            return;
        }
        if (out.writeObjectBegin(form.className()) == -1) {
            List<String> names = form.fieldNames();
            out.writeClassFieldLength(names.size());
            for (String name : names) {
                out.writeString(name);
            }
            out.writeObjectBegin(form.className());
        }
        for (Object value : form.takeApart().apply(instance)) {
            out.writeObject(value);
        }
    }
}
