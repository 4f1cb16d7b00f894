package org.waybill.service.admission;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.SocketTimeoutException;
import org.springframework.web.filter.OncePerRequestFilter;
import org.waybill.api.ServiceException;
import org.waybill.service.account.SessionCookie;
import org.waybill.service.log.SecurityLog;
import org.waybill.service.remoting.Faults;

/**
 * The first filter. Refuses what came by a name that is not ours, and strangers when there are too many of them at
 * once; but every client may ask after the service's health, which balancers do by address. What fails below is
 * said once and shortly: the container would log each failure with its stack, and so let strangers fill the log.
 */
final class AdmissionFilter extends OncePerRequestFilter {
    private static final int MISDIRECTED = 421;
    private static final String HEALTH = "/actuator/health";

    private static final int MOST_STRANGERS = 200;
    private static final int MOST_OF_A_CALLER = 40;

    private final ServiceNames own;
    private final AnonymousRequests strangers = new AnonymousRequests(MOST_STRANGERS, MOST_OF_A_CALLER);

    AdmissionFilter(ServiceNames own) {
        this.own = own;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (request.getRequestURI().startsWith(HEALTH)) {
            serve(request, response, chain);
            return;
        }
        boolean named = request.getHeader("Host") != null; // HTTP/1.0 without one would be called by our address
        if (!named || !own.include(request.getServerName())) {
            SecurityLog.refused(
                    "name of this service", request.getRemoteAddr(), named ? request.getServerName() : "none");
            Faults.refuse(
                    response,
                    MISDIRECTED,
                    "this service is not configured for that host name: its operator can add it to " + ServiceNames.FILE
                            + " in its home");
            return;
        }
        boolean stranger = request.getHeader("Authorization") == null
                && SessionCookie.token(request).isEmpty();
        if (!stranger) {
            serve(request, response, chain);
        } else if (strangers.enter(request.getRemoteAddr())) {
            try {
                serve(request, response, chain);
            } finally {
                strangers.leave(request.getRemoteAddr());
            }
        } else {
            SecurityLog.refused("request over the limit", request.getRemoteAddr(), "without log-in");
            Faults.refuse(
                    response,
                    HttpServletResponse.SC_SERVICE_UNAVAILABLE,
                    "too many requests at the same time, try again");
        }
    }

    private static void serve(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException {
        try {
            chain.doFilter(request, response);
        } catch (IOException e) { // the caller went away, was too slow, or sent half of what it announced
            if (!response.isCommitted()) {
                response.setHeader("Connection", "close");
                response.sendError(
                        e instanceof SocketTimeoutException
                                ? HttpServletResponse.SC_REQUEST_TIMEOUT
                                : HttpServletResponse.SC_BAD_REQUEST);
            }
        } catch (ServletException | RuntimeException e) { // such as the look-up of who asks, without a database
            fail(response, Faults.mask(e));
        }
    }

    private static void fail(HttpServletResponse response, ServiceException fault) throws IOException {
        if (!response.isCommitted()) {
            response.reset();
            Faults.refuse(response, Faults.status(fault), fault.code() + ": " + fault.getMessage());
        }
    }
}
