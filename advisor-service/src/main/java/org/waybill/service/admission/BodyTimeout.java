package org.waybill.service.admission;

import jakarta.servlet.ServletException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.ActionCode;
import org.apache.coyote.InputBuffer;
import org.apache.tomcat.util.net.ApplicationBufferHandler;
import org.jspecify.annotations.Nullable;
import org.waybill.service.connection.AdmissionProtocol;

/**
 * How long a request's body may take: 20 s, and a second more for each 8 KiB that came. The container's own time-out is
 * for one read, so that a byte now and then would hold a thread and a connection for days. It is below everything
 * that reads: forms, files, JSON and Hessian.
 */
final class BodyTimeout extends ValveBase {
    private static final long SECOND_NANOS = 1_000_000_000L;
    static final long START_SECONDS = 20;
    static final long LEAST_BYTES_A_SECOND = 8 << 10;

    private static final long DROPPING_SECONDS = 2;

    private final LongSupplier nanoTime;

    BodyTimeout(LongSupplier nanoTime) {
        super(true);
        this.nanoTime = nanoTime;
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        org.apache.coyote.Request wire = request.getCoyoteRequest();
        InputBuffer plain = wire.getInputBuffer();
        wire.setInputBuffer(new Timed(plain));
        try {
            getNext().invoke(request, response);
            if (!request.isAsync()) {
                response.finishResponse();
                dropTheRest(wire, response);
            }
        } finally {
            wire.setInputBuffer(plain);
        }
    }

    /**
     * What was answered unread: the rest of such a body is read for a moment, for a caller that is still sending might
     * otherwise not see the answer, and then the connection is closed. The container would wait for all of it.
     */
    private void dropTheRest(org.apache.coyote.Request wire, Response response) throws IOException {
        if (wire.isFinished()) {
            return;
        }
        AdmissionProtocol.restIsAwaited();
        Nowhere nowhere = new Nowhere();
        long startNanos = nanoTime.getAsLong();
        while (!wire.isFinished()) {
            wire.action(ActionCode.AVAILABLE, true);
            if (wire.getAvailable() > 0) {
                wire.doRead(nowhere);
            } else {
                LockSupport.parkNanos(SECOND_NANOS / 50);
            }
            if (nanoTime.getAsLong() - startNanos > DROPPING_SECONDS * SECOND_NANOS) {
                response.getCoyoteResponse().action(ActionCode.CLOSE_NOW, null);
                return;
            }
        }
    }

    private final class Timed implements InputBuffer {
        private final InputBuffer plain;
        private final long startNanos = nanoTime.getAsLong();
        private long bytes;

        Timed(InputBuffer plain) {
            this.plain = plain;
        }

        @Override
        public int doRead(ApplicationBufferHandler handler) throws IOException {
            long allowed = (START_SECONDS + bytes / LEAST_BYTES_A_SECOND) * SECOND_NANOS;
            if (nanoTime.getAsLong() - startNanos > allowed) {
                throw new SocketTimeoutException("the body arrives too slowly");
            }
            int read = plain.doRead(handler);
            bytes += Math.max(0, read);
            return read;
        }

        @Override
        public int available() {
            return plain.available();
        }
    }

    /** Where unneeded bytes go. */
    private static final class Nowhere implements ApplicationBufferHandler {
        private @Nullable ByteBuffer buffer;

        @Override
        public void setByteBuffer(ByteBuffer read) {
            buffer = read;
        }

        @Override
        public @Nullable ByteBuffer getByteBuffer() {
            return buffer;
        }

        @Override
        public void expand(int size) {}
    }
}
