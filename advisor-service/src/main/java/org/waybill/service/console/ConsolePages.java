package org.waybill.service.console;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.ui.Model;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.multipart.MultipartException;
import org.waybill.api.ServiceException;
import org.waybill.service.InputChecks;
import org.waybill.service.account.Caller;
import org.waybill.service.account.Role;
import org.waybill.service.remoting.Faults;

/** What every page has, and the page for what went wrong. */
@ControllerAdvice(basePackageClasses = ConsolePages.class)
record ConsolePages(Formats show) {
    /** What the layout asks of the caller. */
    record CurrentUser(String name, Role role) {
        public boolean mayWrite() {
            return role.includes(Role.OPERATOR);
        }

        public boolean administers() {
            return role.includes(Role.ADMINISTRATOR);
        }
    }

    @ModelAttribute
    void common(Model model, HttpServletRequest request) {
        model.addAttribute("show", show);
        model.addAttribute("here", request.getRequestURI());
        model.addAttribute("kinds", KindView.ALL);
        Authentication authentication = SecurityContextHolder.getContext().getAuthentication();
        if (authentication != null && authentication.getPrincipal() instanceof Caller caller) {
            model.addAttribute("visitor", new CurrentUser(caller.name(), caller.role()));
        }
    }

    @ExceptionHandler
    String explain(Exception exception, HttpServletRequest request, HttpServletResponse response, Model model) {
        ServiceException fault = fault(exception);
        response.setStatus(Faults.status(fault));
        common(model, request);
        model.addAttribute("title", title(fault));
        model.addAttribute("problem", String.valueOf(fault.getMessage()));
        return "console/problem";
    }

    private static ServiceException fault(Exception exception) {
        if (exception instanceof MultipartException) {
            return new ServiceException(
                    ServiceException.TOO_LARGE, "too large: a file can have up to 8 MB, pasted text up to 64 kB");
        }
        if (exception instanceof ErrorResponse known && known.getStatusCode().is4xxClientError()) {
            return new ServiceException(
                    known.getStatusCode().value() == 404 ? ServiceException.NOT_FOUND : ServiceException.BAD_REQUEST,
                    "this page does not support that request");
        }
        if (exception instanceof MethodArgumentTypeMismatchException mismatch) {
            return InputChecks.bad(mismatch.getName() + " has an invalid value");
        }
        return Faults.mask(exception);
    }

    static String title(ServiceException fault) {
        return switch (fault.meaning()) {
            case FORBIDDEN -> "Not allowed";
            case NOT_FOUND -> "Not found";
            case CONFLICT -> "Edit conflict";
            case BAD_REQUEST, TOO_LARGE -> "Invalid request";
            case UNAVAILABLE -> "Unavailable";
            case DISK_FULL -> "Disk full";
            case UNAUTHENTICATED, UNREACHABLE, UNTRUSTED, INTERNAL -> "Internal error";
        };
    }
}
