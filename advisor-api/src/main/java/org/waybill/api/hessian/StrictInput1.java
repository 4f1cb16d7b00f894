package org.waybill.api.hessian;

import com.caucho.hessian.io.HessianInput;
import java.io.ByteArrayInputStream;

/** Reads one body in Hessian 1 that the scanner has passed. */
final class StrictInput1 extends HessianInput implements BindingInput {
    private final RecordBinder fitter;

    StrictInput1(byte[] checkedBody, StrictSerializerFactory factory) {
        super(new ByteArrayInputStream(checkedBody));
        setSerializerFactory(factory);
        this.fitter = factory.newFitter();
    }

    @Override
    public RecordBinder fitter() {
        return fitter;
    }
}
