package org.waybill.service.provision;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpMethod;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.waybill.db.profile.Organisations;
import org.waybill.db.profile.ProvisioningSystems;
import org.waybill.db.profile.Sites;
import org.waybill.db.reservation.Attachments;
import org.waybill.db.reservation.Bookings;
import org.waybill.db.reservation.CircuitLinks;
import org.waybill.db.reservation.CircuitReservations;
import org.waybill.db.reservation.Reservations;
import org.waybill.service.StrictJson;
import org.waybill.service.account.AuditLog;
import org.waybill.service.account.Secrets;
import org.waybill.service.profile.HostProfiles;
import org.waybill.service.provision.nsi.NsiCallbackServlet;
import org.waybill.service.provision.nsi.NsiCallbacks;
import org.waybill.service.provision.nsi.NsiProvider;
import org.waybill.service.provision.oscars.OscarsRestProvider;
import org.waybill.service.provision.oscars.OscarsSoapProvider;
import org.waybill.service.provision.srm.Storage;
import org.waybill.service.provision.terapaths.TeraPathsProvider;
import org.waybill.service.provision.usn.UsnProvider;
import org.waybill.service.provision.wire.AccessFiles;
import org.waybill.service.provision.wire.ProvisioningHttpClient;
import tools.jackson.databind.json.JsonMapper;

/** Circuits and storage. */
@Configuration(proxyBeanMethods = false)
@Import({LinkCalendar.class, Storage.class, AccessFiles.class})
public class ProvisionConfiguration {
    private static final Duration POLL = Duration.ofSeconds(2);
    /** Less than clients wait for an answer of ours. */
    private static final Duration PATIENCE = Duration.ofSeconds(25);

    @Bean
    Circuits circuits(
            ProvisioningSystems systems,
            Sites sites,
            Organisations organisations,
            Attachments attachments,
            CircuitLinks links,
            Bookings bookings,
            Reservations reservations,
            HostProfiles profiles,
            AuditLog audit,
            PlatformTransactionManager transactions,
            TransactionTemplate transaction,
            Clock clock,
            NsiCallbacks callbacks,
            AccessFiles access) {
        AttachedSystems reach = new AttachedSystems(systems, attachments, links, profiles, sites, organisations);
        Topologies topologies = new Topologies(links, bookings, transaction);
        JsonMapper json = StrictJson.ANSWERS;
        Providers providers = new Providers(systems, topologies, access, clock, makers(json, callbacks, clock));
        TopologyImporter desk =
                new TopologyImporter(reach, topologies, new TopologyFiles(json), attachments, audit, transaction);
        return new Circuits(
                reach,
                providers,
                new CircuitReservations(links, bookings, reservations, transactions),
                reservations,
                desk,
                clock);
    }

    @Bean
    TopologyRefresh topologyRefresh(@Value("${waybill.home}") Path home, Circuits circuits) {
        return new TopologyRefresh(home, circuits.topologies());
    }

    private static Providers.Makers makers(JsonMapper json, NsiCallbacks callbacks, Clock clock) {
        return kind -> switch (kind) {
            case OSCARS_REST -> (access, _) -> new OscarsRestProvider(new ProvisioningHttpClient(access), json);
            case OSCARS_SOAP ->
                (access, topology) ->
                        new OscarsSoapProvider(new ProvisioningHttpClient(access), topology, clock, POLL, PATIENCE);
            case NSI ->
                (access, topology) ->
                        new NsiProvider(new ProvisioningHttpClient(access), callbacks, topology, POLL, PATIENCE);
            case TERAPATHS, ESCPS -> (access, _) -> new TeraPathsProvider(new ProvisioningHttpClient(access));
            case USN -> (access, _) -> new UsnProvider(new ProvisioningHttpClient(access));
            case SRM, BUILT_IN -> null;
        };
    }

    @Bean
    NsiCallbacks nsiCallbacks(SecureRandom random) {
        return new NsiCallbacks(Secrets.random(random));
    }

    @Bean
    ServletRegistrationBean<NsiCallbackServlet> nsiCallbackServlet(NsiCallbacks callbacks) {
        ServletRegistrationBean<NsiCallbackServlet> registration =
                new ServletRegistrationBean<>(new NsiCallbackServlet(callbacks), NsiCallbackServlet.PATH + "*");
        registration.setName("nsi-callbacks");
        return registration;
    }

    /** Provider agents have no tokens of ours: the address itself is the secret, and only answers are taken. */
    @Bean
    @Order(0)
    SecurityFilterChain provisioningCallbacks(HttpSecurity http) throws Exception {
        return http.securityMatcher(NsiCallbackServlet.PATH + "**")
                .csrf(AbstractHttpConfigurer::disable)
                .sessionManagement(session -> session.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .requestCache(AbstractHttpConfigurer::disable)
                .logout(AbstractHttpConfigurer::disable)
                .authorizeHttpRequests(
                        requests -> requests.requestMatchers(HttpMethod.POST, NsiCallbackServlet.PATH + "*")
                                .permitAll()
                                .anyRequest()
                                .denyAll())
                .build();
    }
}
