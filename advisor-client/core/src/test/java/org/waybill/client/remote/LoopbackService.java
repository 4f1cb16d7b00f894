package org.waybill.client.remote;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.waybill.api.ServiceException;
import org.waybill.api.embedded.EmbeddedService;
import org.waybill.api.embedded.RunningService;
import org.waybill.api.embedded.ServiceSettings;

/** Holds a real port while it runs, and counts how many run at once: what election must keep at one. */
final class LoopbackService implements EmbeddedService {
    final AtomicInteger running = new AtomicInteger();
    final AtomicInteger most = new AtomicInteger();
    final AtomicInteger starts = new AtomicInteger();

    @Override
    public RunningService start(ServiceSettings settings) {
        starts.incrementAndGet();
        most.accumulateAndGet(running.incrementAndGet(), Math::max);
        try {
            return new Running(new ServerSocket(0, 5, InetAddress.getLoopbackAddress()));
        } catch (java.io.IOException e) {
            throw new ServiceException("UNAVAILABLE", e.toString());
        }
    }

    private final class Running implements RunningService {
        private final ServerSocket socket;
        private final CountDownLatch stopped = new CountDownLatch(1);

        Running(ServerSocket socket) {
            this.socket = socket;
        }

        @Override
        public URI url() {
            return URI.create("http://127.0.0.1:" + socket.getLocalPort());
        }

        @Override
        public String token() {
            return "token-" + socket.getLocalPort();
        }

        @Override
        public void awaitStop() throws InterruptedException {
            stopped.await();
        }

        @Override
        public void close() {
            try {
                socket.close();
            } catch (java.io.IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
            running.decrementAndGet();
            stopped.countDown();
        }
    }
}
