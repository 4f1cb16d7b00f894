package org.waybill.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.waybill.api.AdvisorService;
import org.waybill.api.HostProfile;
import org.waybill.api.NearbyHost;
import org.waybill.api.ProvisioningKind;
import org.waybill.api.ServiceEndpoint;
import org.waybill.api.ServiceException;
import org.waybill.api.catalog.CatalogEntry;
import org.waybill.api.catalog.CatalogFormat;
import org.waybill.api.catalog.CatalogKind;
import org.waybill.api.catalog.CatalogService;
import org.waybill.api.catalog.Domain;
import org.waybill.api.catalog.Endpoint;
import org.waybill.api.catalog.Host;
import org.waybill.api.catalog.ImportReport;
import org.waybill.api.catalog.Organisation;
import org.waybill.api.catalog.Provisioning;
import org.waybill.api.catalog.Relay;
import org.waybill.api.catalog.RowError;
import org.waybill.api.catalog.Site;
import org.waybill.api.catalog.Subnet;
import org.waybill.protocol.Protocol;

/** The catalogue and the profiles made of it, through Hessian. */
class CatalogueTest {
    private static CatalogService catalogue;
    private static AdvisorService advisor;
    private static int names;

    @BeforeAll
    static void connect() throws IOException {
        catalogue = TestClients.catalogue(Standalone.shared().service);
        advisor = TestClients.advisor(Standalone.shared().service);
    }

    private static void refused(String code, String message, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(ServiceException.class, refused -> {
            assertThat(refused.code()).isEqualTo(code);
            assertThat(refused.getMessage()).contains(message).hasLineCount(1);
        });
    }

    private static Site site(double latitude, double longitude) {
        String name = "Test Site " + ++names;
        catalogue.save(new Organisation(0, 0, name + " Org", "ch", ""));
        return (Site) catalogue.save(new Site(0, 0, name, name + " Org", "Town", "CH", latitude, longitude));
    }

    @Test
    void everyKindIsStoredReadChangedAndRemoved() {
        Site site = site(10, 10);
        Host host = (Host) catalogue.save(
                new Host(0, 0, "Everything.Example.ORG.", site.name(), List.of("192.0.2.9", "2001:DB8::9")));
        assertThat(host.name()).isEqualTo("everything.example.org");
        assertThat(host.addresses()).containsExactly("192.0.2.9", "2001:db8::9");
        List<CatalogEntry> entries = List.of(
                new Organisation(0, 0, "Every Organisation", "CH", "https://example.org/"),
                new Site(0, 0, "Every Site", site.organisation(), "", "", null, null),
                new Host(0, 0, "192.0.2.200", "", List.of()),
                new Subnet(0, 0, "2001:db8:77::/48", site.name()),
                new Domain(0, 0, "every.example", site.name()),
                new Endpoint(
                        0,
                        0,
                        host.name(),
                        Protocol.GSIFTP,
                        2811,
                        "220 ready",
                        Instant.parse("2026-03-21T12:34:56.123456Z")),
                new Provisioning(0, 0, "Every OSCARS", ProvisioningKind.OSCARS_REST, "https://o.example", site.name()),
                new Relay(0, 0, "Every Relay", host.name(), 7411, "AB:".repeat(31) + "AB", 1e10, null));
        for (CatalogEntry entry : entries) {
            CatalogEntry stored = catalogue.save(entry);
            assertThat(stored.id()).as(entry.toString()).isPositive();
            assertThat(catalogue.get(entry.kind(), stored.id())).isEqualTo(stored);
            CatalogEntry again = catalogue.save(stored);
            catalogue.delete(entry.kind(), again.id(), again.version());
            refused(
                    ServiceException.NOT_FOUND,
                    "number " + stored.id(),
                    () -> catalogue.get(entry.kind(), stored.id()));
            assertThat(catalogue.changes(entry.kind(), stored.id(), 10))
                    .extracting("action")
                    .startsWith("DELETE")
                    .endsWith("ADD");
        }
    }

    @Test
    void whatCannotBeIsRefusedWithTheRemedy() {
        Site site = site(0, 0);
        String bad = ServiceException.BAD_REQUEST;
        refused(bad, "name is empty", () -> catalogue.save(new Organisation(0, 0, " ", "", "")));
        refused(bad, "two letters", () -> catalogue.save(new Organisation(0, 0, "x", "Suisse", "")));
        refused(bad, "invalid url", () -> catalogue.save(new Organisation(0, 0, "x", "", "javascript:alert(1)")));
        refused(
                bad,
                "must be given together",
                () -> catalogue.save(new Site(0, 0, "x", site.organisation(), "", "", 1.0, null)));
        refused(bad, "latitude is 91.0", () -> catalogue.save(new Site(0, 0, "x", "y", "", "", 91.0, 0.0)));
        refused(bad, "no organisation named", () -> catalogue.save(new Site(0, 0, "x", "Nobody", "", "", null, null)));
        refused(bad, "expected the name or address", () -> catalogue.save(new Host(0, 0, "a b", "", List.of())));
        refused(bad, "expected an IPv4 or IPv6", () -> catalogue.save(new Host(0, 0, "h", "", List.of("1.2.3"))));
        refused(bad, "bits are set", () -> catalogue.save(new Subnet(0, 0, "192.0.2.1/24", site.name())));
        refused(bad, "outside 0..32", () -> catalogue.save(new Subnet(0, 0, "192.0.2.0/33", site.name())));
        refused(bad, "expected a domain", () -> catalogue.save(new Domain(0, 0, "192.0.2.1", site.name())));
        refused(bad, "port is 70000", () -> catalogue.save(new Endpoint(0, 0, "h", Protocol.SSH, 70_000, "", null)));
        refused(bad, "64 hexadecimal", () -> catalogue.save(new Relay(0, 0, "r", "h", 1, "xyz", null, null)));
        refused(bad, "size is 501", () -> catalogue.list(CatalogKind.SITE, "", 0, 501));
        refused(
                ServiceException.CONFLICT,
                "exists",
                () -> catalogue.save(new Organisation(0, 0, site.organisation(), "", "")));
        Organisation used = (Organisation) catalogue
                .list(CatalogKind.ORGANISATION, site.organisation(), 0, 1)
                .entries()
                .getFirst();
        refused(
                ServiceException.CONFLICT,
                "other entries refer to it",
                () -> catalogue.delete(CatalogKind.ORGANISATION, used.id(), used.version()));
    }

    @Test
    void ofManyWritersOfTheSameVersionExactlyOneWins() throws Exception {
        Organisation stored = (Organisation) catalogue.save(new Organisation(0, 0, "Contested", "", ""));
        int writers = 8;
        CyclicBarrier together = new CyclicBarrier(writers);
        AtomicInteger won = new AtomicInteger();
        AtomicInteger conflicts = new AtomicInteger();
        List<Callable<Void>> all = new ArrayList<>();
        for (int i = 0; i < writers; i++) {
            String url = "https://example.org/" + i;
            all.add(() -> {
                together.await();
                try {
                    catalogue.save(new Organisation(stored.id(), stored.version(), "Contested", "", url));
                    won.incrementAndGet();
                } catch (ServiceException e) {
                    assertThat(e.code()).isEqualTo(ServiceException.CONFLICT);
                    conflicts.incrementAndGet();
                }
                return null;
            });
        }
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Void> each : threads.invokeAll(all)) {
                each.get();
            }
        }
        assertThat(won).hasValue(1);
        assertThat(conflicts).hasValue(writers - 1);
        assertThat(catalogue.get(CatalogKind.ORGANISATION, stored.id()).version())
                .isEqualTo(stored.version() + 1);
    }

    @Test
    void importTakesTheGoodRowsAndSaysWhatIsWrongWithTheOthers() {
        String csv = "\uFEFFname,country,url\r\n\"Quoted, \"\"Institute\"\"\",CH,\r\nBad Country,Suisse,\r\n,CH,\r\n"
                + "'=SUM(A1),CH,\r\n";
        ImportReport dry = catalogue.importEntries(CatalogKind.ORGANISATION, CatalogFormat.CSV, csv, true);
        assertThat(dry.added()).isEqualTo(2);
        assertThat(catalogue.list(CatalogKind.ORGANISATION, "quoted", 0, 5).total())
                .isZero();
        ImportReport done = catalogue.importEntries(CatalogKind.ORGANISATION, CatalogFormat.CSV, csv, false);
        assertThat(done.added()).isEqualTo(2);
        assertThat(done.errors()).extracting(RowError::row).containsExactly(3, 4);
        assertThat(done.errors().getFirst().message()).contains("two letters");
        assertThat(catalogue
                        .importEntries(CatalogKind.ORGANISATION, CatalogFormat.CSV, csv, false)
                        .unchanged())
                .isEqualTo(2);
        String exported = catalogue.exportEntries(CatalogKind.ORGANISATION, CatalogFormat.CSV, 0, 10_000);
        assertThat(exported).contains("\"Quoted, \"\"Institute\"\"\",CH").contains("\n'=SUM(A1),CH");
        assertThat(catalogue
                        .importEntries(CatalogKind.ORGANISATION, CatalogFormat.CSV, exported, false)
                        .changed())
                .isZero();
        String json = catalogue.exportEntries(CatalogKind.SITE, CatalogFormat.JSON, 0, 10_000);
        ImportReport same = catalogue.importEntries(CatalogKind.SITE, CatalogFormat.JSON, json, false);
        assertThat(same.errors()).isEmpty();
        assertThat(same.added() + same.changed()).isZero();
        assertThat(same.unchanged()).isGreaterThan(30);
        for (String broken : List.of("nonsense", "planet\nx", "", "[{", "{}", "[1]")) {
            try {
                ImportReport report = catalogue.importEntries(
                        CatalogKind.SITE,
                        broken.startsWith("[") || broken.startsWith("{") ? CatalogFormat.JSON : CatalogFormat.CSV,
                        broken,
                        false);
                assertThat(report.errors()).as(broken).isNotEmpty();
            } catch (ServiceException e) {
                assertThat(e.code()).as(broken + ": " + e.getMessage()).isEqualTo(ServiceException.BAD_REQUEST);
            }
        }
    }

    @Test
    void profilesKnowHostsByNameAddressDomainAndSubnetAndWhatIsNearby() {
        Site here = site(-60, -120);
        Site near = site(-61, -120);
        Site far = site(60, 60);
        catalogue.save(new Domain(0, 0, "profiled.example", here.name()));
        catalogue.save(new Domain(0, 0, "far.profiled.example", far.name()));
        catalogue.save(new Subnet(0, 0, "203.0.113.0/24", here.name()));
        catalogue.save(new Subnet(0, 0, "203.0.113.128/25", far.name()));
        catalogue.save(new Host(0, 0, "own.profiled.example", here.name(), List.of("192.0.2.55")));
        catalogue.save(new Endpoint(0, 0, "own.profiled.example", Protocol.FTP, 21, "", null));
        catalogue.save(new Host(0, 0, "dtn.near.example", near.name(), List.of()));
        catalogue.save(new Endpoint(0, 0, "dtn.near.example", Protocol.GSIFTP, 2811, "", null));
        catalogue.save(new Host(0, 0, "dtn.far.example", far.name(), List.of()));
        catalogue.save(new Endpoint(0, 0, "dtn.far.example", Protocol.GSIFTP, 2811, "", null));
        catalogue.save(new Provisioning(0, 0, "Profiled NSI", ProvisioningKind.NSI, "https://n.example", here.name()));
        catalogue.save(new Relay(0, 0, "Profiled Relay", "dtn.near.example", 7411, "", null, null));

        assertThat(advisor.profile("X.PROFILED.example.").site()).isEqualTo(here.name());
        assertThat(advisor.profile("x.far.profiled.example").site()).isEqualTo(far.name());
        assertThat(advisor.profile("203.0.113.7").site()).isEqualTo(here.name());
        assertThat(advisor.profile("203.0.113.200").site()).isEqualTo(far.name());
        HostProfile own = advisor.profile("192.0.2.55");
        assertThat(own.services()).extracting(ServiceEndpoint::protocol).containsExactly(Protocol.FTP);
        assertThat(own.provisioning()).extracting("name").containsExactly("Profiled NSI");
        assertThat(own.relays()).contains("dtn.near.example:7411");
        assertThat(own.nearby())
                .extracting(NearbyHost::host)
                .contains("dtn.near.example")
                .doesNotContain("dtn.far.example", "own.profiled.example");
        assertThat(own.nearby().getFirst().distanceKm()).isBetween(100.0, 120.0);
        HostProfile unknown = advisor.profile("nobody.knows.invalid");
        assertThat(unknown.site()).isEmpty();
        assertThat(unknown.place()).isNull();
        assertThat(unknown.nearby()).isEmpty();
    }

    @Test
    void whatDiscoveryFoundIsSeenInTheNextProfile() {
        Instant seen = Instant.parse("2026-02-03T04:05:06.000007Z");
        ServiceEndpoint found = new ServiceEndpoint(Protocol.SSH, "found.example", 2222, "SSH-2.0-x\r\n", seen);
        advisor.reportServices("Found.example", List.of(found));
        advisor.reportServices("found.example", List.of(found));
        assertThat(advisor.profile("found.example").services())
                .containsExactly(new ServiceEndpoint(Protocol.SSH, "found.example", 2222, "SSH-2.0-x", seen));
        refused(ServiceException.BAD_REQUEST, "expected the name", () -> advisor.reportServices("a/b", List.of(found)));
    }
}
