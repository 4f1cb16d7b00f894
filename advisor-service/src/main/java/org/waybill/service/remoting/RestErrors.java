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

    static final String NOT_JSON =
            "the body is not said to be JSON: expected the header Content-Type: application/json";

    @ExceptionHandler
    ResponseEntity<Fault> explain(Exception exception) {
        if (exception instanceof ErrorResponse known && known.getStatusCode().is4xxClientError()) {
            HttpStatusCode status = known.getStatusCode();
            String detail = known.getBody().getDetail();
            String message = status.isSameCodeAs(HttpStatus.UNSUPPORTED_MEDIA_TYPE)
                    ? NOT_JSON
                    : detail == null ? "bad request" : detail;
            return answer(status, code(status), message);
        }
        if (exception instanceof MethodArgumentTypeMismatchException mismatch) {
            return answer(
                    HttpStatus.BAD_REQUEST, ServiceException.BAD_REQUEST, mismatch.getName() + " has an invalid value");
        }
        if (exception instanceof HttpMessageNotReadableException || exception instanceof IOException) {
            return answer(
                    HttpStatus.BAD_REQUEST, ServiceException.BAD_REQUEST, "the body is missing or cannot be read");
        }
        ServiceException fault = Faults.mask(exception);
        return answer(HttpStatusCode.valueOf(Faults.status(fault)), fault.code(), String.valueOf(fault.getMessage()));
    }

    /** The code of a refusal that no operation has made. */
    static String code(HttpStatusCode status) {
        return switch (status.value()) {
            case 401 -> ServiceException.UNAUTHENTICATED;
            case 403 -> ServiceException.FORBIDDEN;
            case 404 -> ServiceException.NOT_FOUND;
            case 413 -> ServiceException.TOO_LARGE;
            case 503 -> ServiceException.UNAVAILABLE;
            default -> status.is4xxClientError() ? ServiceException.BAD_REQUEST : ServiceException.INTERNAL;
        };
    }

    /** In JSON, even if the caller prefers another form: a fault that cannot be reported is a fault of ours. */
    static ResponseEntity<Fault> answer(HttpStatusCode status, String code, String message) {
        return ResponseEntity.status(status)
                .contentType(MediaType.APPLICATION_JSON)
                .body(new Fault(code, message));
    }
}
