package org.waybill.api.hessian;

import com.caucho.hessian.io.AbstractHessianInput;
import com.caucho.hessian.io.Hessian2Input;
import java.io.ByteArrayInputStream;
import java.io.IOException;

/** Reads one body that the scanner has passed. */
final class StrictInput extends Hessian2Input {
    private final Fitter fitter;

    StrictInput(byte[] checkedBody, int offset, StrictSerializerFactory factory) {
        super(new ByteArrayInputStream(checkedBody, offset, checkedBody.length - offset));
        setSerializerFactory(factory);
        this.fitter = factory.newFitter();
    }

    Fitter fitter() {
        return fitter;
    }

    static Fitter fitterOf(AbstractHessianInput in) throws IOException {
        if (in instanceof StrictInput strict) {
            return strict.fitter;
        }
        throw RefusedException.body("read without a check");
    }
}
