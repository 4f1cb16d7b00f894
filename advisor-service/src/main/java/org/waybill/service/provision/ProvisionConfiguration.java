package org.waybill.service.provision;

import java.time.Clock;
import java.util.Map;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.waybill.db.profile.Organisations;
import org.waybill.db.profile.ProvisioningSystems;
import org.waybill.db.profile.Sites;
import org.waybill.db.reservation.Attachments;
import org.waybill.db.reservation.Bookings;
import org.waybill.db.reservation.CircuitBook;
import org.waybill.db.reservation.CircuitLinks;
import org.waybill.db.reservation.Reservations;
import org.waybill.service.account.AuditLog;
import org.waybill.service.profile.HostProfiles;
import tools.jackson.databind.json.JsonMapper;

/** Circuits and storage. */
@Configuration(proxyBeanMethods = false)
public class ProvisionConfiguration {
    @Bean
    LinkCalendar linkCalendar(ProvisioningSystems systems, CircuitLinks links, Bookings bookings,
            PlatformTransactionManager transactions) {
        TransactionTemplate reading = new TransactionTemplate(transactions);
        reading.setReadOnly(true);
        return new LinkCalendar(systems, links, bookings, reading);
    }

    @Bean
    Circuits circuits(ProvisioningSystems systems, Sites sites, Organisations organisations, Attachments attachments,
            CircuitLinks links, Bookings bookings, Reservations reservations, HostProfiles profiles, AuditLog audit,
            PlatformTransactionManager transactions, Clock clock) {
        TransactionTemplate transaction = new TransactionTemplate(transactions);
        Reach reach = new Reach(systems, attachments, links, profiles, sites, organisations);
        Topologies topologies = new Topologies(links, bookings, transaction);
        TopologyDesk desk = new TopologyDesk(reach, topologies, new TopologyFiles(JsonMapper.builder().build()),
                attachments, audit, transaction);
        return new Circuits(reach, new Providers(systems, topologies, clock, Map.of()),
                new CircuitBook(links, bookings, reservations, transactions), reservations, desk, clock);
    }
}
