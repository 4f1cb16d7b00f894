package org.waybill.service.remoting;

import io.swagger.v3.oas.annotations.Hidden;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import java.util.Map;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.servlet.ModelAndView;
import org.waybill.service.InputChecks;

/** Answers to requests that reach no operation and no page: a fault for programs, a page for browsers. */
@Hidden
@Controller
record UnservedRequests() implements ErrorController {
    private static final List<String> PROGRAMS = List.of("/api", "/v3", "/hessian", "/actuator");

    @RequestMapping("${server.error.path:/error}")
    Object answer(HttpServletRequest request, HttpServletResponse response) {
        HttpStatus status = status(request);
        String path = request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI) instanceof String asked ? asked : "/";
        String accept = request.getHeader(HttpHeaders.ACCEPT);
        boolean isProgram = PROGRAMS.stream().anyMatch(one -> path.equals(one) || path.startsWith(one + "/"));
        if (!isProgram && accept != null && accept.contains("text/html")) {
            return new ModelAndView(
                    "error", Map.of("status", status.value(), "error", status.getReasonPhrase()), status);
        }
        return RestErrors.answer(status, RestErrors.code(status), message(status, request, response, path));
    }

    private static HttpStatus status(HttpServletRequest request) {
        HttpStatus status = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE) instanceof Integer code
                ? HttpStatus.resolve(code)
                : null;
        return status == null ? HttpStatus.NOT_FOUND : status;
    }

    private static String message(
            HttpStatus status, HttpServletRequest request, HttpServletResponse response, String path) {
        String allowed = response.getHeader(HttpHeaders.ALLOW);
        return switch (status) {
            case NOT_FOUND ->
                "there is nothing at " + InputChecks.printable(path) + ": /v3/api-docs lists the operations";
            case METHOD_NOT_ALLOWED ->
                InputChecks.printable(request.getAttribute(RequestDispatcher.ERROR_METHOD) + " " + path)
                        + " is no operation" + (allowed == null ? "" : ": expected " + allowed);
            case UNSUPPORTED_MEDIA_TYPE -> RestErrors.NOT_JSON;
            case NOT_ACCEPTABLE -> "the answer has no form that Accept names: expected application/json";
            case REQUEST_TIMEOUT -> "the body did not arrive in time";
            case BAD_REQUEST -> "the request cannot be read, or ends too early";
            case FORBIDDEN -> "not allowed for this account";
            default -> status.getReasonPhrase();
        };
    }
}
