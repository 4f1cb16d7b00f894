package org.waybill.service.provision;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.transaction.support.TransactionTemplate;
import org.waybill.db.profile.ProvisioningRow;
import org.waybill.db.profile.ProvisioningSystems;
import org.waybill.db.reservation.BookingRow;
import org.waybill.db.reservation.Bookings;
import org.waybill.db.reservation.CircuitLinkRow;
import org.waybill.db.reservation.CircuitLinks;

/** What is booked on each link of the known topologies, for calendars. */
public record LinkCalendar(
        ProvisioningSystems systems, CircuitLinks links, Bookings bookings, TransactionTemplate reading) {
    /** Bandwidth that a reservation holds for a time. */
    public record Slot(Instant start, Instant end, double bitsPerSecond) {}

    /** A link of a provisioning system, one way, with what is booked on it. */
    public record Link(String system, String from, String to, double bitsPerSecond, List<Slot> slots) {}

    /** The links of all systems with the slots that end after {@code from}. */
    public List<Link> since(Instant from) {
        return reading.execute(_ -> {
            List<Link> found = new ArrayList<>();
            for (ProvisioningRow system : systems.findAll()) {
                Map<Long, List<BookingRow.Facts>> booked = bookings.of(system.id(), from).stream()
                        .map(BookingRow::facts)
                        .collect(Collectors.groupingBy(BookingRow.Facts::link));
                for (CircuitLinkRow link : links.of(system.id())) {
                    found.add(new Link(
                            system.facts().name(),
                            link.facts().source(),
                            link.facts().target(),
                            link.bitsPerSecond(),
                            booked.getOrDefault(link.id(), List.of()).stream()
                                    .map(one -> new Slot(one.startAt(), one.endAt(), one.bitsPerSecond()))
                                    .toList()));
                }
            }
            return found;
        });
    }
}
