package org.waybill.client.remote;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.waybill.api.AdvisorService;
import org.waybill.api.ServiceException;
import org.waybill.api.ServiceInfo;
import org.waybill.api.TransferOutcome;
import org.waybill.api.embedded.EmbeddedService;
import org.waybill.api.embedded.RunningService;
import org.waybill.api.embedded.ServiceSettings;
import org.waybill.api.hessian.HessianDispatcher;
import org.waybill.api.hessian.HessianLimits;
import org.waybill.api.hessian.RefusedException;
import org.waybill.api.hessian.StrictSerializerFactory;

/**
 * Speaks real Hessian on a real port with a token of its own, keeps transfers in memory, and counts how many of its
 * kind run at once, which election must keep at one.
 */
final class LoopbackService implements EmbeddedService {
    final AtomicInteger running = new AtomicInteger();
    final AtomicInteger most = new AtomicInteger();
    final AtomicInteger starts = new AtomicInteger();
    final Map<String, TransferOutcome> recorded = new ConcurrentHashMap<>();
    volatile Duration callTime = Duration.ZERO;
    /** Done when a call has come, before it is answered. */
    volatile Runnable whenAsked = () -> {};
    /** Whether it says that its database is closed. */
    volatile boolean ending;
    /** Whether this user may record transfers. */
    volatile boolean takes = true;

    volatile String refusal = ServiceException.FORBIDDEN;

    @Override
    public RunningService start(ServiceSettings settings) {
        starts.incrementAndGet();
        most.accumulateAndGet(running.incrementAndGet(), Math::max);
        try {
            return new Running();
        } catch (IOException e) {
            throw new ServiceException("UNAVAILABLE", e.toString());
        }
    }

    private Object answer(String method, Object[] arguments) throws InterruptedException {
        boolean refused = ending;
        whenAsked.run();
        Thread.sleep(callTime);
        if (refused) {
            throw new ServiceException(ServiceException.UNAVAILABLE, "the database does not answer");
        }
        switch (method) {
            case "info" -> {
                return new ServiceInfo(
                        "test",
                        "1",
                        Instant.EPOCH,
                        List.of("pid " + ProcessHandle.current().pid()));
            }
            case "recordTransfers" -> {
                if (!takes) {
                    throw new ServiceException(refusal, "only operators record transfers");
                }
                ((List<?>) arguments[0]).forEach(each -> {
                    TransferOutcome outcome = (TransferOutcome) each;
                    recorded.put(outcome.id(), outcome);
                });
                return null;
            }
            case "profile" -> throw new ServiceException(ServiceException.NOT_FOUND, "no " + arguments[0]);
            default -> throw new UnsupportedOperationException(method);
        }
    }

    private final class Running implements RunningService {
        private final String token = UUID.randomUUID().toString();
        private final CountDownLatch stopped = new CountDownLatch(1);
        private final HttpServer http;
        private final HessianDispatcher dispatcher;

        Running() throws IOException {
            AdvisorService service = (AdvisorService) Proxy.newProxyInstance(
                    getClass().getClassLoader(),
                    new Class<?>[] {AdvisorService.class},
                    (proxy, method, arguments) -> answer(method.getName(), arguments));
            StrictSerializerFactory types = new StrictSerializerFactory(HessianLimits.DEFAULT, AdvisorService.class);
            dispatcher = new HessianDispatcher(
                    AdvisorService.class,
                    service,
                    types,
                    thrown -> (thrown instanceof InvocationTargetException e ? e.getCause() : thrown)
                                    instanceof ServiceException e
                            ? e
                            : new ServiceException("INTERNAL", thrown.toString()));
            http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 16);
            http.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
            http.createContext("/hessian/advisor", this::handle);
            http.start();
        }

        private void handle(HttpExchange exchange) throws IOException {
            try (exchange) {
                if (!("Bearer " + token).equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
                    exchange.sendResponseHeaders(401, -1);
                    return;
                }
                byte[] reply = dispatcher.answer(exchange.getRequestBody().readAllBytes());
                exchange.sendResponseHeaders(200, reply.length);
                exchange.getResponseBody().write(reply);
            } catch (RefusedException e) {
                exchange.sendResponseHeaders(400, -1);
            }
        }

        @Override
        public URI url() {
            return URI.create("http://127.0.0.1:" + http.getAddress().getPort());
        }

        @Override
        public String token() {
            return token;
        }

        @Override
        public void awaitStop() throws InterruptedException {
            stopped.await();
        }

        @Override
        public void close() {
            http.stop(0);
            running.decrementAndGet();
            stopped.countDown();
        }
    }
}
