package org.waybill.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.data.domain.Limit;
import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.Sort;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.waybill.db.account.AccountRow;
import org.waybill.db.account.Accounts;
import org.waybill.db.account.Audit;
import org.waybill.db.account.AuditRow;
import org.waybill.db.account.SettingRow;
import org.waybill.db.account.Settings;
import org.waybill.db.account.TokenRow;
import org.waybill.db.account.Tokens;
import org.waybill.db.history.ForecastRow;
import org.waybill.db.history.Forecasts;
import org.waybill.db.history.MeasurementRow;
import org.waybill.db.history.Measurements;
import org.waybill.db.history.Route;
import org.waybill.db.history.TransferRow;
import org.waybill.db.history.Transfers;
import org.waybill.db.profile.DomainRow;
import org.waybill.db.profile.Domains;
import org.waybill.db.profile.EndpointRow;
import org.waybill.db.profile.Endpoints;
import org.waybill.db.profile.HostRow;
import org.waybill.db.profile.Hosts;
import org.waybill.db.profile.OrganisationRow;
import org.waybill.db.profile.Organisations;
import org.waybill.db.profile.ProvisioningRow;
import org.waybill.db.profile.ProvisioningSystems;
import org.waybill.db.profile.RelayRow;
import org.waybill.db.profile.Relays;
import org.waybill.db.profile.SiteRow;
import org.waybill.db.profile.Sites;
import org.waybill.db.profile.SubnetRow;
import org.waybill.db.profile.Subnets;

/** What every database must do for us. The schema is made by the migrations and validated against the entities. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class RepositoryContract implements CircuitContract, TaskContract {
    private static final Instant EXACT = Instant.parse("2026-03-21T12:34:56.123456Z");

    private ConfigurableApplicationContext context;
    private TransactionTemplate transaction;
    private int names;

    /** The database, or a skip with its reason. */
    abstract DatabaseLocation location() throws Exception;

    @Override
    public ConfigurableApplicationContext context() {
        return context;
    }

    @BeforeAll
    void open() throws Exception {
        context = TestDatabase.open(location());
        transaction = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
    }

    @AfterAll
    void close() {
        if (context != null) {
            context.close();
        }
    }

    private <T> T the(Class<T> repository) {
        return context.getBean(repository);
    }

    private String name(String kind) {
        return "%s-%s-%04d".formatted(kind, getClass().getSimpleName(), ++names);
    }

    private SiteRow site() {
        OrganisationRow organisation = the(Organisations.class)
                .save(new OrganisationRow(
                        new OrganisationRow.Facts(name("Universität Zürich 東京"), "CH", "https://example.org")));
        return the(Sites.class)
                .save(new SiteRow(new SiteRow.Facts(name("Site"), organisation, "Zürich", "CH", 47.3763, 8.5481)));
    }

    private HostRow host(SiteRow site, String... addresses) {
        return the(Hosts.class)
                .save(new HostRow(name("dtn").toLowerCase(Locale.ROOT) + ".example.org", site, List.of(addresses)));
    }

    @Test
    void runsOnTheDatabaseThatItSays() throws Exception {
        try (Connection connection = the(DataSource.class).getConnection()) {
            String product = connection.getMetaData().getDatabaseProductName();
            assertThat(product).isEqualTo(location().isH2() ? "H2" : "MySQL");
        }
    }

    @Test
    void keepsNamesInAllScriptsAndPlacesToTheLastBit() {
        SiteRow stored = site();
        transaction.executeWithoutResult(_ -> {
            SiteRow read = the(Sites.class).findById(stored.id()).orElseThrow();
            assertThat(read.facts().organisation().facts().name()).startsWith("Universität Zürich 東京");
            assertThat(read.facts().latitude()).isEqualTo(47.3763);
            assertThat(read.facts().longitude()).isEqualTo(8.5481);
        });
    }

    @Test
    void namesAreUniqueAndCaseMatters() {
        String name = name("Unique");
        the(Organisations.class).saveAndFlush(new OrganisationRow(new OrganisationRow.Facts(name, "", "")));
        the(Organisations.class)
                .saveAndFlush(new OrganisationRow(new OrganisationRow.Facts(name.toUpperCase(Locale.ROOT), "", "")));
        assertThatThrownBy(() -> the(Organisations.class)
                        .saveAndFlush(new OrganisationRow(new OrganisationRow.Facts(name, "", ""))))
                .isInstanceOf(DataIntegrityViolationException.class);
    }

    @Test
    void findsHostsByAddressAndKeepsTheOrderOfAddresses() {
        HostRow host = host(null, "192.0.2.77", "2001:db8:0:0:0:0:0:77", "10.0.0.1");
        assertThat(the(Hosts.class)
                        .withAddress("2001:db8:0:0:0:0:0:77")
                        .orElseThrow()
                        .id())
                .isEqualTo(host.id());
        transaction.executeWithoutResult(_ -> {
            HostRow read = the(Hosts.class).findById(host.id()).orElseThrow();
            assertThat(read.addresses()).containsExactly("192.0.2.77", "2001:db8:0:0:0:0:0:77", "10.0.0.1");
            read.change(new HostRow.Facts(read.name(), null));
            read.change(List.of("10.0.0.2"));
        });
        assertThat(the(Hosts.class).withAddress("192.0.2.77")).isEmpty();
        assertThat(the(Hosts.class).findById(host.id()).orElseThrow().version()).isGreaterThan(host.version());
    }

    @Test
    void theNarrowestSubnetComesFirst() {
        SiteRow site = site();
        the(Subnets.class)
                .save(new SubnetRow(new SubnetRow.Facts(
                        "198.51.0.0/16", address(198, 51, 0, 0), address(198, 51, 255, 255), site)));
        the(Subnets.class)
                .save(new SubnetRow(new SubnetRow.Facts(
                        "198.51.100.0/24", address(198, 51, 100, 0), address(198, 51, 100, 255), site)));
        the(Subnets.class)
                .save(new SubnetRow(new SubnetRow.Facts(
                        "198.51.100.128/25", address(198, 51, 100, 128), address(198, 51, 100, 255), site)));
        assertThat(the(Subnets.class).holding(address(198, 51, 100, 200), Limit.of(9)))
                .extracting(row -> row.facts().prefix())
                .containsExactly("198.51.100.128/25", "198.51.100.0/24", "198.51.0.0/16");
        assertThat(the(Subnets.class).holding(address(198, 51, 200, 1), Limit.of(1)))
                .extracting(row -> row.facts().prefix())
                .containsExactly("198.51.0.0/16");
        assertThat(the(Subnets.class).holding(address(198, 52, 0, 0), Limit.of(1)))
                .isEmpty();
    }

    private static byte[] address(int a, int b, int c, int d) {
        return new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, (byte) a, (byte) b, (byte) c, (byte) d};
    }

    @Test
    void searchesByPartsOfNamesInPages() {
        SiteRow site = site();
        List<HostRow> hosts = IntStream.range(0, 7).mapToObj(_ -> host(site)).toList();
        var first = the(Hosts.class)
                .search(site.facts().name().toLowerCase(Locale.ROOT), PageRequest.of(0, 5, Sort.by("facts.name")));
        var second = the(Hosts.class)
                .search(site.facts().name().toLowerCase(Locale.ROOT), PageRequest.of(1, 5, Sort.by("facts.name")));
        assertThat(first.getTotalElements()).isEqualTo(7);
        assertThat(first.getContent()).hasSize(5);
        assertThat(second.getContent())
                .extracting(HostRow::name)
                .contains(hosts.getLast().name())
                .hasSize(2);
    }

    @Test
    void hostsWithoutASiteAreCountedToo() {
        String part = name("siteless").toLowerCase(Locale.ROOT);
        IntStream.range(0, 3).forEach(i -> the(Hosts.class).save(new HostRow(part + i, null, List.of())));
        var page = the(Hosts.class).search(part, PageRequest.of(0, 2, Sort.by("facts.name")));
        assertThat(page.getTotalElements()).isEqualTo(3);
        assertThat(page.getContent()).hasSize(2);
    }

    @Test
    void servicesRelaysDomainsAndProvisioningAreFoundFromTheirHostsAndSites() {
        SiteRow site = site();
        HostRow host = host(site);
        the(Endpoints.class).save(new EndpointRow(new EndpointRow.Facts(host, "GSIFTP", 2811, "220 ready", EXACT)));
        assertThat(the(Endpoints.class)
                        .named("GSIFTP://" + host.name() + ":2811")
                        .orElseThrow()
                        .facts()
                        .lastSeenOpen())
                .isEqualTo(EXACT);
        assertThat(the(Endpoints.class).ofHosts(List.of(host.id()))).hasSize(1);
        assertThatThrownBy(() -> the(Endpoints.class)
                        .saveAndFlush(new EndpointRow(new EndpointRow.Facts(host, "GSIFTP", 2811, "", null))))
                .isInstanceOf(DataIntegrityViolationException.class);
        String domain = name("d") + ".example.net";
        the(Domains.class).save(new DomainRow(new DomainRow.Facts(domain, site)));
        assertThat(the(Domains.class).anyOf(List.of("x." + domain, domain, "net")))
                .hasSize(1);
        the(ProvisioningSystems.class)
                .save(new ProvisioningRow(new ProvisioningRow.Facts(name("oscars"), "OSCARS_REST", "https://o", site)));
        assertThat(the(ProvisioningSystems.class).all())
                .extracting(row -> row.facts().site().id())
                .contains(site.id());
        String relay = name("relay");
        the(Relays.class).save(new RelayRow(new RelayRow.Facts(relay, host, 7411, "ab".repeat(32), 1e10, EXACT)));
        assertThat(the(Relays.class).named(relay).orElseThrow().facts().capacityBitsPerSecond())
                .isEqualTo(1e10);
        assertThat(the(Hosts.class).outlines())
                .anySatisfy(outline -> assertThat(outline).containsExactly(host.id(), host.name(), site.id()));
        long addressed = the(Hosts.class)
                .save(new HostRow(name("addressed"), site, List.of("192.0.2.177", "2001:db8::177")))
                .id();
        assertThat(the(Hosts.class).allAddresses())
                .containsSubsequence(
                        new Object[] {addressed, "192.0.2.177"}, new Object[] {addressed, "2001:db8::177"});
        assertThat(the(Endpoints.class).all())
                .extracting(row -> row.facts().host().id())
                .contains(host.id());
        assertThat(the(Sites.class).all()).extracting(SiteRow::id).contains(site.id());
        String before = the(Domains.class).stamp();
        the(Domains.class).save(new DomainRow(new DomainRow.Facts("stamped." + UUID.randomUUID() + ".example", site)));
        assertThat(the(Domains.class).stamp()).isNotEqualTo(before);
        assertThatThrownBy(() -> the(Sites.class).deleteById(site.id()))
                .isInstanceOf(DataIntegrityViolationException.class);
    }

    @Test
    void ofTwoWhoChangeTheSameRowOneIsTold() {
        OrganisationRow stored =
                the(Organisations.class).save(new OrganisationRow(new OrganisationRow.Facts(name("Raced"), "", "")));
        OrganisationRow mine = the(Organisations.class).findById(stored.id()).orElseThrow();
        OrganisationRow theirs = the(Organisations.class).findById(stored.id()).orElseThrow();
        theirs.change(new OrganisationRow.Facts(stored.facts().name(), "CH", ""));
        the(Organisations.class).saveAndFlush(theirs);
        mine.change(new OrganisationRow.Facts(stored.facts().name(), "DE", ""));
        assertThatThrownBy(() -> the(Organisations.class).saveAndFlush(mine))
                .isInstanceOf(OptimisticLockingFailureException.class);
        assertThat(the(Organisations.class)
                        .findById(stored.id())
                        .orElseThrow()
                        .facts()
                        .country())
                .isEqualTo("CH");
    }

    @Test
    void noUpdateIsLostBetweenManyWriters() throws Exception {
        OrganisationRow stored =
                the(Organisations.class).save(new OrganisationRow(new OrganisationRow.Facts(name("Counter"), "", "0")));
        int writers = 4;
        int turns = 10;
        CyclicBarrier together = new CyclicBarrier(writers);
        Callable<Integer> writer = () -> {
            together.await();
            int conflicts = 0;
            for (int done = 0; done < turns; ) {
                try {
                    transaction.executeWithoutResult(_ -> {
                        OrganisationRow row =
                                the(Organisations.class).findById(stored.id()).orElseThrow();
                        row.change(new OrganisationRow.Facts(
                                row.facts().name(),
                                "",
                                String.valueOf(Integer.parseInt(row.facts().url()) + 1)));
                    });
                    done++;
                } catch (OptimisticLockingFailureException | CannotAcquireLockException _) {
                    conflicts++;
                }
            }
            return conflicts;
        };
        try (ExecutorService threads = Executors.newFixedThreadPool(writers)) {
            for (Future<Integer> each : threads.invokeAll(Collections.nCopies(writers, writer))) {
                each.get();
            }
        }
        assertThat(the(Organisations.class)
                        .findById(stored.id())
                        .orElseThrow()
                        .facts()
                        .url())
                .isEqualTo("40");
    }

    private static Route route(String source, String destination) {
        return new Route(source, destination, "sftp", "", 1, "DISK", 1L << 40, 3);
    }

    private static TransferRow transfer(String source, Instant startedAt, String status) {
        return new TransferRow(
                UUID.randomUUID().toString(),
                new TransferRow.Facts(
                        route(source, "b.example"), startedAt, 12.345678, 7, 0, status, null, null, 9.5, "LOSS"),
                "tester");
    }

    @Test
    void transfersComeNewestFirstToTheMicrosecond() {
        String source = name("source");
        TransferRow older = transfer(source, EXACT, "OK");
        TransferRow newer = transfer(source, EXACT.plusNanos(1_000), "OK");
        TransferRow failed = transfer(source, EXACT.plusNanos(2_000), "UNREACHABLE");
        the(Transfers.class).saveAll(List.of(newer, failed, older));
        List<TransferRow> all = the(Transfers.class).newest(source, "", Limit.of(10));
        assertThat(all).extracting(TransferRow::getId).containsExactly(failed.getId(), newer.getId(), older.getId());
        assertThat(all.getLast().facts()).isEqualTo(older.facts());
        assertThat(the(Transfers.class).successes(source, "b.example", "DISK", Limit.of(1)))
                .extracting(TransferRow::getId)
                .containsExactly(newer.getId());
        assertThat(the(Transfers.class)
                        .known(List.of(older.getId(), UUID.randomUUID().toString())))
                .containsExactly(older.getId());
    }

    @Test
    void theSameTransferIsStoredOnceHoweverManyAddIt() throws Exception {
        TransferRow.Facts facts = transfer(name("once"), EXACT, "OK").facts();
        String id = UUID.randomUUID().toString();
        ConcurrentHashMap<String, Integer> outcomes = new ConcurrentHashMap<>();
        CyclicBarrier together = new CyclicBarrier(4);
        Callable<Void> adder = () -> {
            together.await();
            try {
                the(Transfers.class).saveAndFlush(new TransferRow(id, facts, "tester"));
                outcomes.merge("added", 1, Integer::sum);
            } catch (DataIntegrityViolationException _) {
                outcomes.merge("refused", 1, Integer::sum);
            }
            return null;
        };
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            for (Future<Void> each : threads.invokeAll(Collections.nCopies(4, adder))) {
                each.get();
            }
        }
        assertThat(outcomes).containsEntry("added", 1).containsEntry("refused", 3);
    }

    @Test
    void measurementsKeepNullsAndOrder() {
        String source = name("measured");
        MeasurementRow.Facts unknown =
                new MeasurementRow.Facts(source, "b.example", "RTT", 0.123, "tcp-connect", 5, null, EXACT);
        MeasurementRow.Facts known = new MeasurementRow.Facts(
                source, "b.example", "PATH_MTU", 9000, "tracepath", 1, 2.5, EXACT.plusSeconds(1));
        the(Measurements.class)
                .saveAll(List.of(new MeasurementRow(unknown, "tester"), new MeasurementRow(known, "tester")));
        assertThat(the(Measurements.class).newest(source, "", Limit.of(5)))
                .extracting(MeasurementRow::facts)
                .containsExactly(known, unknown);
    }

    @Test
    void aForecastIsScoredOnce() {
        String source = name("forecast");
        ForecastRow.Facts facts = new ForecastRow.Facts(
                EXACT,
                route(source, "b.example"),
                80.5,
                null,
                0.001,
                10,
                14,
                "MODEL",
                "prior by loss",
                0,
                "transfers=0 ".repeat(5_000),
                "TRAINS",
                9.5);
        ForecastRow made =
                the(Forecasts.class).save(new ForecastRow(UUID.randomUUID().toString(), facts, "tester"));
        assertThat(the(Forecasts.class).scored(source, "", Limit.of(5))).isEmpty();
        assertThat(the(Forecasts.class).unscored(EXACT.plusMillis(1), Limit.of(1_000)))
                .contains(made.getId());
        assertThat(the(Forecasts.class).unscored(EXACT, Limit.of(1_000))).doesNotContain(made.getId());
        for (double seconds : new double[] {11, 99}) {
            transaction.executeWithoutResult(_ ->
                    the(Forecasts.class).findById(made.getId()).orElseThrow().score(seconds, EXACT));
        }
        ForecastRow scored =
                the(Forecasts.class).scored(source, "b.example", Limit.of(5)).getFirst();
        assertThat(scored.outcomeSeconds()).isEqualTo(11);
        assertThat(the(Forecasts.class).unscored(EXACT.plusMillis(1), Limit.of(1_000)))
                .doesNotContain(made.getId());
        assertThat(scored.facts()).isEqualTo(facts);
        assertThat(the(Forecasts.class).scoredOn("TRAINS", Limit.of(1_000)))
                .extracting(ForecastRow::getId)
                .contains(made.getId());
        assertThat(the(Forecasts.class).scoredOn("ECHO", Limit.of(1_000)))
                .extracting(ForecastRow::getId)
                .doesNotContain(made.getId());
    }

    @Test
    void tokensAreFoundByHashAndEndWithTheirAccount() {
        AccountRow account = the(Accounts.class)
                .save(new AccountRow(new AccountRow.Facts(name("ada"), "{x}hash", "VIEWER", true, EXACT)));
        String hash = "%064x".formatted(names);
        the(Tokens.class).save(new TokenRow(new TokenRow.Facts(hash, account, "laptop", EXACT, EXACT.plusSeconds(60))));
        assertThat(the(Tokens.class)
                        .bySha256(hash)
                        .orElseThrow()
                        .facts()
                        .account()
                        .facts()
                        .name())
                .isEqualTo(account.facts().name());
        assertThat(the(Tokens.class).removeExpired(EXACT.plusSeconds(60))).isZero();
        assertThat(the(Tokens.class).removeExpired(EXACT.plusSeconds(61))).isEqualTo(1);
        the(Tokens.class).save(new TokenRow(new TokenRow.Facts(hash, account, "laptop", EXACT, null)));
        assertThat(the(Tokens.class).revoke(hash)).isEqualTo(1);
        the(Tokens.class).save(new TokenRow(new TokenRow.Facts(hash, account, "laptop", EXACT, null)));
        the(Accounts.class).deleteById(account.id());
        assertThat(the(Tokens.class).bySha256(hash)).isEmpty();
    }

    @Test
    void auditComesNewestFirst() {
        String kind = "K" + name("").length() + names;
        the(Audit.class)
                .saveAll(List.of(
                        new AuditRow(new AuditRow.Facts(EXACT, "ada", "ADD", kind, 1, "first")),
                        new AuditRow(new AuditRow.Facts(EXACT, "ada", "CHANGE", kind, 2, "second")),
                        new AuditRow(new AuditRow.Facts(EXACT, "ada", "CHANGE", kind, 1, "third"))));
        assertThat(the(Audit.class).newest(kind, 0, Limit.of(2)))
                .extracting(row -> row.facts().detail())
                .containsExactly("third", "second");
        assertThat(the(Audit.class).newest(kind, 1, Limit.of(9)))
                .extracting(row -> row.facts().detail())
                .containsExactly("third", "first");
    }

    @Test
    void ofTwoWhoAddTheSameSettingOneFails() {
        String name = name("setting");
        the(Settings.class).saveAndFlush(new SettingRow(name, "1"));
        assertThatThrownBy(() -> the(Settings.class).saveAndFlush(new SettingRow(name, "2")))
                .isInstanceOf(DataIntegrityViolationException.class);
        assertThat(the(Settings.class).findById(name).orElseThrow().facts().value())
                .isEqualTo("1");
    }

    @Test
    void whatWasFoundCanBeDeleted() {
        String name = name("setting");
        the(Settings.class).saveAndFlush(new SettingRow(name, "1"));
        the(Settings.class).delete(the(Settings.class).findById(name).orElseThrow());
        assertThat(the(Settings.class).findById(name)).isEmpty();
    }
}
