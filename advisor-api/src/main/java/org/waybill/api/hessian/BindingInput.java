package org.waybill.api.hessian;

import com.caucho.hessian.io.AbstractHessianInput;
import java.io.IOException;

/** An input that reads a checked body and has the fitter that counts what is built of it. */
interface BindingInput {
    RecordBinder fitter();

    static RecordBinder fitterOf(AbstractHessianInput in) throws IOException {
        if (in instanceof BindingInput fitting) {
            return fitting.fitter();
        }
        throw RefusedException.body("read without a check");
    }
}
