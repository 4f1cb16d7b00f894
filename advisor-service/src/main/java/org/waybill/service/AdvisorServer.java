package org.waybill.service;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.context.logging.LoggingApplicationListener;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.waybill.api.embedded.EmbeddedService;
import org.waybill.api.embedded.RunningService;
import org.waybill.api.embedded.ServiceSettings;
import org.waybill.service.account.InitialAdministrator;
import org.waybill.service.account.ProcessToken;
import org.waybill.service.account.Secrets;
import org.waybill.service.admission.ServiceNames;
import org.waybill.service.history.TransferHistory;
import org.waybill.service.profile.HostProfiles;
import org.waybill.service.profile.StarterCatalogue;

/** Starts the service; found through {@link java.util.ServiceLoader}. */
public final class AdvisorServer implements EmbeddedService {
    private static final Logger LOG = LoggerFactory.getLogger(AdvisorServer.class);

    @Override
    public void check(ServiceSettings settings) {
        ServiceProperties.of(settings, System.getenv());
        ServiceProperties.ownNames(settings, System.getenv());
    }

    @Override
    public RunningService start(ServiceSettings settings) {
        long startNanos = System.nanoTime();
        LogLevels.apply();
        Map<String, Object> properties = ServiceProperties.of(settings, System.getenv());
        EmbeddedDatabase database = new EmbeddedDatabase(settings);
        ServiceNames names = ServiceProperties.ownNames(settings, System.getenv());
        ProcessToken token = new ProcessToken(Secrets.random(new SecureRandom()));
        checkPort(settings);
        database.prepare();
        ServletWebServerApplicationContext context;
        try {
            context = (ServletWebServerApplicationContext)
                    application(settings, properties, token, names).run();
        } catch (RuntimeException e) {
            throw StartFailure.explained(e, settings);
        }
        try {
            database.begun();
            context.getBean(StarterCatalogue.class).loadOnce();
            if (settings.standalone()) {
                Optional<Path> secret =
                        context.getBean(InitialAdministrator.class).prepare(settings.home());
                secret.ifPresent(file -> LOG.warn(
                        "first start: the password of the account {} is in {}",
                        InitialAdministrator.ADMINISTRATOR,
                        file));
            }
        } catch (RuntimeException e) {
            context.close();
            throw StartFailure.explained(e, settings);
        }
        SpringService service =
                new SpringService(context, settings, token, settings.standalone() ? null : warmUp(context));
        LOG.info("listening at {} after {} ms", service.url(), (System.nanoTime() - startNanos) / 1_000_000);
        return service;
    }

    /** Before anything is made or changed: a service that cannot be reached should not upgrade a database. */
    private static void checkPort(ServiceSettings settings) {
        if (settings.listenPort() == 0) {
            return;
        }
        try (ServerSocket probe = new ServerSocket()) {
            probe.setReuseAddress(true);
            probe.bind(new InetSocketAddress(settings.listenHost(), settings.listenPort()));
        } catch (IOException e) {
            throw StartFailure.cannotListen(settings, e);
        }
    }

    /** Repositories start when they are first asked: better now than when a client waits. It has no jobs. */
    private static Thread warmUp(ServletWebServerApplicationContext context) {
        return Thread.ofVirtual().name("service-warm-up").start(() -> {
            try {
                context.getBean(HostProfiles.class).profile("localhost");
                TransferHistory history = context.getBean(TransferHistory.class);
                history.history("", "", 1, "");
                history.forgetUnscored();
            } catch (RuntimeException e) {
                LOG.debug("warm-up failed", e);
            }
        });
    }

    private static SpringApplication application(
            ServiceSettings settings, Map<String, Object> properties, ProcessToken token, ServiceNames names) {
        SpringApplication application =
                new SpringApplication(settings.standalone() ? StandaloneApplication.class : EmbeddedApplication.class);
        application.setWebApplicationType(WebApplicationType.SERVLET);
        application.setBannerMode(Banner.Mode.OFF);
        application.setLogStartupInfo(false);
        application.setLazyInitialization(!settings.standalone());
        application.setRegisterShutdownHook(settings.standalone());
        application.setDefaultProperties(properties);
        // logging belongs to the process that we are started in
        application.setListeners(application.getListeners().stream()
                .filter(listener -> !(listener instanceof LoggingApplicationListener))
                .toList());
        application.addInitializers(context -> {
            context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("settings", properties));
            context.getBeanFactory().registerSingleton("processToken", token);
            context.getBeanFactory().registerSingleton("ownNames", names);
        });
        return application;
    }
}
