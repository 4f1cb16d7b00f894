package org.waybill.api.hessian;

import com.caucho.hessian.io.Hessian2Input;
import java.io.ByteArrayInputStream;

/** Reads one body in Hessian 2 that the scanner has passed. */
final class StrictInput extends Hessian2Input implements BindingInput {
    private final RecordBinder fitter;

    StrictInput(byte[] checkedBody, int offset, StrictSerializerFactory factory) {
        super(new ByteArrayInputStream(checkedBody, offset, checkedBody.length - offset));
        setSerializerFactory(factory);
        this.fitter = factory.newFitter();
    }

    @Override
    public RecordBinder fitter() {
        return fitter;
    }
}
