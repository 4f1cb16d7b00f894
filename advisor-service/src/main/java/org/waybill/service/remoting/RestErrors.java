package org.waybill.service.remoting;

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
            return ResponseEntity.status(known.getStatusCode())
                    .body(new Fault(ServiceException.BAD_REQUEST, detail == null ? "bad request" : detail));
        }
        if (exception instanceof MethodArgumentTypeMismatchException mismatch) {
            return ResponseEntity.badRequest()
                    .body(new Fault(ServiceException.BAD_REQUEST, mismatch.getName() + " is not what it should be"));
        }
        if (exception instanceof HttpMessageNotReadableException) {
            return ResponseEntity.badRequest().body(new Fault(ServiceException.BAD_REQUEST, "the body cannot be read"));
        }
        ServiceException fault = Faults.mask(exception);
        return ResponseEntity.status(Faults.status(fault))
                .body(new Fault(fault.code(), String.valueOf(fault.getMessage())));
    }
}
