package org.waybill.service.connection;

import java.io.IOException;
import java.time.Duration;
import org.apache.coyote.Adapter;
import org.apache.coyote.InputBuffer;
import org.apache.coyote.Request;
import org.apache.coyote.Response;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.tomcat.util.net.ApplicationBufferHandler;
import org.apache.tomcat.util.net.SocketEvent;
import org.waybill.planner.admission.AdmissionLimits;

/** HTTP/1.1 for those who found a place at the {@link AdmissionEndpoint}. The container makes one by its name. */
public final class AdmissionProtocol extends Http11NioProtocol {
    /** Browsers open connections before they need them, and keep them; a stranger's request must come at once. */
    public static final AdmissionLimits LIMITS = AdmissionLimits.DEFAULT
            .withConnections(1024, 128)
            .withStrangers(512, 64, 256)
            .withTimes(Duration.ofSeconds(2), Duration.ofSeconds(10))
            .withPatience(8, Duration.ofSeconds(20));

    private static final int FIRST_FAILURE = 300;

    /** With the usual limits. */
    public AdmissionProtocol() {
        super(new AdmissionEndpoint(LIMITS));
    }

    /** Other limits than the usual ones; before it starts. */
    void limit(AdmissionLimits limits) {
        ((AdmissionEndpoint) getEndpoint()).limit(limits);
    }

    /** The client of this thread's request is to send more of it, and may be closed while that is waited for. */
    public static void restIsAwaited() {
        AdmissionEndpoint.restIsAwaited();
    }

    @Override
    public void setAdapter(Adapter adapter) {
        super.setAdapter(new ReportingAdapter(adapter));
    }

    /** A client that is slow with a body is a stranger while it is waited for. */
    private record Awaited(InputBuffer plain) implements InputBuffer {
        @Override
        public int doRead(ApplicationBufferHandler handler) throws IOException {
            AdmissionEndpoint.restIsAwaited();
            int read = plain.doRead(handler);
            AdmissionEndpoint.requestIsHere();
            return read;
        }

        @Override
        public int available() {
            return plain.available();
        }
    }

    /** Reports when a request's headers are there, and when one that showed a secret has been answered. */
    private record ReportingAdapter(Adapter plain) implements Adapter {
        @Override
        public void service(Request request, Response response) throws Exception {
            InputBuffer body = request.getInputBuffer();
            request.setInputBuffer(new Awaited(body));
            AdmissionEndpoint.requestIsHere();
            try {
                plain.service(request, response);
            } finally {
                // what it has not read of a body is read now, to come to the next request
                AdmissionEndpoint.restIsAwaited();
                request.setInputBuffer(body);
            }
            if (response.getStatus() < FIRST_FAILURE && request.getHeader("Authorization") != null) {
                AdmissionEndpoint.secretWasRight();
            }
        }

        @Override
        public boolean prepare(Request request, Response response) throws Exception {
            return plain.prepare(request, response);
        }

        @Override
        public boolean asyncDispatch(Request request, Response response, SocketEvent event) throws Exception {
            return plain.asyncDispatch(request, response, event);
        }

        @Override
        public void log(Request request, Response response, long time) {
            plain.log(request, response, time);
        }

        @Override
        public void checkRecycled(Request request, Response response) {
            plain.checkRecycled(request, response);
        }

        @Override
        public String getDomain() {
            return plain.getDomain();
        }
    }
}
