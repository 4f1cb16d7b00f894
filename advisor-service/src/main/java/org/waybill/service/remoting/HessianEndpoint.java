package org.waybill.service.remoting;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.waybill.api.hessian.HessianClient;
import org.waybill.api.hessian.HessianDispatcher;
import org.waybill.api.hessian.HessianLimits;
import org.waybill.api.hessian.RefusedException;

/**
 * Hands bodies to a dispatcher. The caller is known when this is reached. A body is read to the ordinary limit first;
 * on, to the bulk limit, only if it turns out to call a bulk operation. A servlet of its own, so that a service that
 * answers Hessian alone starts without Spring MVC.
 */
final class HessianEndpoint extends HttpServlet {
    private static final long serialVersionUID = 1L;

    private final transient HessianDispatcher dispatcher;
    private final transient HessianLimits limits;

    HessianEndpoint(HessianDispatcher dispatcher, HessianLimits limits) {
        this.dispatcher = dispatcher;
        this.limits = limits;
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (request.getContentLengthLong() > limits.bulkBytes()) {
            Faults.refuse(response, 413, "the body is larger than " + limits.bulkBytes() + " bytes");
        } else {
            answer(request.getInputStream(), response);
        }
    }

    private void answer(InputStream in, HttpServletResponse response) throws IOException {
        byte[] reply;
        try {
            byte[] body = in.readNBytes(limits.requestBytes() + 1);
            if (body.length > limits.requestBytes()) {
                int limit = dispatcher.requestLimit(body);
                int start = body.length;
                byte[] rest = in.readNBytes(limit + 1 - start);
                if (start + rest.length > limit) {
                    Faults.refuse(response, 413, "the body is larger than " + limit + " bytes");
                    return;
                }
                body = Arrays.copyOf(body, start + rest.length);
                System.arraycopy(rest, 0, body, start, rest.length);
            }
            reply = dispatcher.answer(body);
        } catch (RefusedException e) {
            Faults.refuse(response, 400, String.valueOf(e.getMessage()));
            return;
        }
        response.setContentType(HessianClient.MEDIA_TYPE);
        response.setContentLength(reply.length);
        response.getOutputStream().write(reply);
    }
}
