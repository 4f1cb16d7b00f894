package org.waybill.service.remoting;

import java.io.IOException;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.waybill.api.ServiceException;

/** Faults as JSON: the same codes and messages as over Hessian. */
@RestControllerAdvice(basePackageClasses = RestErrors.class)
class RestErrors {
    /** What went wrong. */
    record Fault(String code, String message) {}

    @ExceptionHandler
    ResponseEntity<Fault> explain(Exception exception) {
        if (exception instanceof ErrorResponse known && known.getStatusCode().is4xxClientError()) {
            String detail = known.getBody().getDetail();
            return answer(known.getStatusCode(), ServiceException.BAD_REQUEST, detail == null ? "bad request" : detail);
        }
        if (exception instanceof MethodArgumentTypeMismatchException mismatch) {
            return answer(
                    HttpStatus.BAD_REQUEST, ServiceException.BAD_REQUEST, mismatch.getName() + " has an invalid value");
        }
        if (exception instanceof HttpMessageNotReadableException || exception instanceof IOException) {
            return answer(HttpStatus.BAD_REQUEST, ServiceException.BAD_REQUEST, "the body cannot be read");
        }
        ServiceException fault = Faults.mask(exception);
        return answer(HttpStatusCode.valueOf(Faults.status(fault)), fault.code(), String.valueOf(fault.getMessage()));
    }

    /** In JSON, even if the caller prefers another form: a fault that cannot be reported is a fault of ours. */
    private static ResponseEntity<Fault> answer(HttpStatusCode status, String code, String message) {
        return ResponseEntity.status(status)
                .contentType(MediaType.APPLICATION_JSON)
                .body(new Fault(code, message));
    }
}
