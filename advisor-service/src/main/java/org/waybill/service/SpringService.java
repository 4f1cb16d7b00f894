package org.waybill.service;

import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.event.ContextClosedEvent;
import org.waybill.api.embedded.RunningService;
import org.waybill.api.embedded.ServiceSettings;
import org.waybill.protocol.Protocol;
import org.waybill.service.account.ProcessToken;
import org.waybill.service.profile.HostNames;

/** A service as a running Spring context. */
final class SpringService implements RunningService {
    private static final Logger LOG = LoggerFactory.getLogger(SpringService.class);
    private static final Duration LONGEST_WARM_UP = Duration.ofSeconds(10);

    private final ServletWebServerApplicationContext context;
    private final URI url;
    private final ProcessToken token;
    private final @Nullable Thread warmUp;
    private final CountDownLatch stopped = new CountDownLatch(1);

    /** {@code warmUp} is a thread that uses the context for a short time; null if there is none. */
    SpringService(
            ServletWebServerApplicationContext context,
            ServiceSettings settings,
            ProcessToken token,
            @Nullable Thread warmUp) {
        this.context = context;
        this.token = token;
        this.warmUp = warmUp;
        int port = context.getWebServer() == null
                ? settings.listenPort()
                : context.getWebServer().getPort();
        this.url = URI.create((settings.keyStore() == null ? Protocol.HTTP : Protocol.HTTPS).scheme() + "://"
                + HostNames.authority(settings.listenHost(), port));
        context.addApplicationListener(event -> {
            if (event instanceof ContextClosedEvent) {
                stopped.countDown();
            }
        });
    }

    @Override
    public URI url() {
        return url;
    }

    @Override
    public String token() {
        return token.value();
    }

    /** A part of the running service, for tests of what it does by itself. */
    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    @Override
    public void awaitStop() throws InterruptedException {
        stopped.await();
    }

    @Override
    public void close() {
        if (warmUp != null) {
            awaitEnd(warmUp);
        }
        context.close();
    }

    /** Its connection would keep the database's file locked after the close; an interrupt would break that file. */
    private static void awaitEnd(Thread warmUp) {
        try {
            if (!warmUp.join(LONGEST_WARM_UP)) {
                LOG.warn("the warm-up still runs after {} s", LONGEST_WARM_UP.toSeconds());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
