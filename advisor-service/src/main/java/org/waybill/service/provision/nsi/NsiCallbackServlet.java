package org.waybill.service.provision.nsi;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;

/** Where NSI provider agents send confirmations. */
public final class NsiCallbackServlet extends HttpServlet {
    public static final String PATH = "/callback/nsi/";
    private static final int LARGEST = 64 << 10;
    private static final long serialVersionUID = 1L;

    private final transient NsiCallbacks callbacks;

    public NsiCallbackServlet(NsiCallbacks callbacks) {
        this.callbacks = callbacks;
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String part = request.getPathInfo();
        String address = part == null ? "" : part.substring(1);
        if (!callbacks.knows(address)) {
            response.setStatus(404);
            return;
        }
        byte[] message = request.getInputStream().readNBytes(LARGEST + 1);
        if (message.length > LARGEST) {
            response.setStatus(413);
            return;
        }
        try {
            Optional<byte[]> acknowledgment = callbacks.take(address, message);
            if (acknowledgment.isEmpty()) {
                response.setStatus(404);
                return;
            }
            response.setContentType("text/xml;charset=UTF-8");
            response.getOutputStream().write(acknowledgment.get());
        } catch (IOException unreadable) {
            response.setStatus(400);
        }
    }
}
