package org.waybill.desktop;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.waybill.api.FoundData;
import org.waybill.api.FoundFile;
import org.waybill.api.ProvisioningKind;
import org.waybill.api.Replica;
import org.waybill.api.ReplicaAccess;
import org.waybill.api.circuit.CircuitOffer;
import org.waybill.api.circuit.CircuitQuote;
import org.waybill.api.circuit.QuoteBasis;
import org.waybill.desktop.endpoint.DatasetSearch;
import org.waybill.desktop.workflow.CircuitQuotes;

class ServiceQueriesTest {
    @Test
    void aReplicaIsARowByAnAccessThatCanBeMovedFrom() {
        Replica usable = new Replica(
                "a.example",
                List.of(
                        new ReplicaAccess("magnet:?x", "Torrent"),
                        new ReplicaAccess("gsiftp://a.example/f.nc", "GridFTP")),
                1,
                "esgf",
                null);
        Replica useless = new Replica("b.example", List.of(new ReplicaAccess("magnet:?x", "Torrent")), 2, "esgf", null);
        FoundFile file = new FoundFile("f.nc", "set", null, List.of(), List.of(usable, useless));
        FoundData found = new FoundData(List.of(file), List.of("esgf"), List.of());
        assertThat(ServiceQueries.replicas(found))
                .containsExactly(new DatasetSearch.Replica("set", "f.nc", "a.example", -1, "gsiftp://a.example/f.nc"));
    }

    @Test
    void offersBecomeQuotesAndThoseWithAProblemNone() {
        Instant start = Instant.parse("2026-03-12T10:00:00Z");
        CircuitQuote quote = new CircuitQuote(start, start.plusSeconds(60), 1e9, List.of("x", "y"));
        CircuitOffer good = new CircuitOffer(
                "built-in",
                ProvisioningKind.BUILT_IN,
                "x",
                "y",
                QuoteBasis.AVAILABILITY,
                quote,
                null,
                null,
                null,
                "",
                null);
        CircuitOffer bad = new CircuitOffer(
                "oscars",
                ProvisioningKind.OSCARS_REST,
                "",
                "",
                QuoteBasis.CAPACITY,
                null,
                null,
                null,
                null,
                "does not answer",
                null);
        assertThat(ServiceQueries.quotes(List.of(good, bad)))
                .containsExactly(new CircuitQuotes.CircuitQuote(
                        CircuitQuotes.Aim.EARLIEST_FINISH,
                        "built-in",
                        start,
                        start.plusSeconds(60),
                        1e9,
                        List.of("x", "y")));
    }
}
