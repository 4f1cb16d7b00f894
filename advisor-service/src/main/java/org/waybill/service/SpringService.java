package org.waybill.service;

import java.net.URI;
import java.util.concurrent.CountDownLatch;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.event.ContextClosedEvent;
import org.waybill.api.embedded.RunningService;
import org.waybill.api.embedded.ServiceSettings;
import org.waybill.protocol.Protocol;
import org.waybill.service.account.ProcessToken;
import org.waybill.service.profile.HostNames;

/** A service as a running Spring context. */
final class SpringService implements RunningService {
    private final ServletWebServerApplicationContext context;
    private final URI url;
    private final ProcessToken token;
    private final CountDownLatch stopped = new CountDownLatch(1);

    SpringService(ServletWebServerApplicationContext context, ServiceSettings settings, ProcessToken token) {
        this.context = context;
        this.token = token;
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
        context.close();
    }
}
