package org.waybill.service.bench;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.waybill.api.AdvisorService;
import org.waybill.api.HostProfile;
import org.waybill.api.catalog.CatalogFormat;
import org.waybill.api.catalog.CatalogKind;
import org.waybill.api.catalog.CatalogService;
import org.waybill.api.catalog.ImportReport;
import org.waybill.api.embedded.EmbeddedService;
import org.waybill.api.embedded.RunningService;
import org.waybill.api.embedded.ServiceSettings;
import org.waybill.api.hessian.HessianClient;
import org.waybill.api.hessian.HessianLimits;
import org.waybill.api.hessian.StrictSerializerFactory;
import org.waybill.db.DatabaseLocation;
import org.waybill.db.MariaDbServer;
import org.waybill.service.KeyFiles;

/**
 * Hessian profile look-ups a second: a service on a real MariaDB with 400 sites and 10,000 hosts, and 16 clients with
 * kept-alive connections in the same process, over plain HTTP and over TLS. Prints rate, median and 99 % latency, and
 * the heap that the JVM may use at most.
 */
public final class ServiceTable {
    private static final int SITES = 400;
    private static final int HOSTS = 10_000;
    private static final int HOSTS_A_PART = 2_500;
    private static final int CLIENTS = 16;
    private static final Duration WARM_UP = Duration.ofSeconds(20);

    private ServiceTable() {}

    public static void main(String[] arguments) throws Exception {
        Duration each = Duration.ofSeconds(arguments.length > 0 ? Long.parseLong(arguments[0]) : 20);
        Path binary = MariaDbServer.installed()
                .orElseThrow(() -> new IOException("no mariadbd here: install mariadb-server"));
        Path directory = Files.createTempDirectory("waybill-service-table");
        KeyFiles keys = KeyFiles.in(directory);
        System.out.printf(
                Locale.ROOT,
                "%d sites, %d hosts in MariaDB, %d clients, heap at most %d MiB%n",
                SITES,
                HOSTS,
                CLIENTS,
                Runtime.getRuntime().maxMemory() >> 20);
        try (MariaDbServer server = MariaDbServer.start(binary)) {
            try (RunningService service = start(directory, server.location(), null, null)) {
                fill(service);
                measure("plain HTTP", service.url(), service.token(), null, each);
            }
            try (RunningService service = start(directory, server.location(), keys.store(), keys.password())) {
                measure("TLS", service.url(), service.token(), keys.trusting(), each);
            }
        }
        System.exit(0);
    }

    private static RunningService start(
            Path directory, DatabaseLocation database, @Nullable Path keyStore, @Nullable Path keyStorePassword)
            throws IOException {
        Path home = Files.createDirectories(directory.resolve("home"));
        Path password = Files.writeString(
                home.resolve("db-password"),
                String.valueOf(database.springProperties().get("spring.datasource.password")));
        return EmbeddedService.load()
                .start(new ServiceSettings(
                        home,
                        "127.0.0.1",
                        0,
                        plainUrl(database),
                        String.valueOf(database.springProperties().get("spring.datasource.username")),
                        password,
                        keyStore,
                        keyStorePassword,
                        true));
    }

    /** As an operator writes it: the options are added by the service. */
    private static String plainUrl(DatabaseLocation database) {
        return database.url().replaceFirst("\\?.*", "");
    }

    private static HessianClient client(String token, @Nullable SSLContext tls) {
        return new HessianClient(
                () -> token,
                tls,
                Duration.ofSeconds(10),
                Duration.ofSeconds(120),
                new StrictSerializerFactory(HessianLimits.DEFAULT, AdvisorService.class, CatalogService.class));
    }

    private static void fill(RunningService service) {
        try (HessianClient client = client(service.token(), null)) {
            CatalogService catalogue = client.at(service.url().resolve("/hessian/catalog"), CatalogService.class);
            load(catalogue, CatalogKind.ORGANISATION, "name,country,url\nBench Institute,CH,\n");
            StringBuilder sites = new StringBuilder("name,organisation,city,country,latitude,longitude\n");
            for (int i = 0; i < SITES; i++) {
                sites.append(String.format(
                        Locale.ROOT,
                        "Site %d,Bench Institute,City %d,CH,%.3f,%.3f%n",
                        i,
                        i,
                        -60 + 120.0 * (i % 20) / 20,
                        -180 + 360.0 * i / SITES));
            }
            load(catalogue, CatalogKind.SITE, sites.toString());
            for (int from = 0; from < HOSTS; from += HOSTS_A_PART) {
                StringBuilder hosts = new StringBuilder("name,site,addresses\n");
                for (int i = from; i < from + HOSTS_A_PART; i++) {
                    hosts.append(String.format(
                            Locale.ROOT,
                            "%s,Site %d,10.%d.%d.%d%n",
                            host(i),
                            i % SITES,
                            i >> 16,
                            i >> 8 & 255,
                            i & 255));
                }
                load(catalogue, CatalogKind.HOST, hosts.toString());
            }
        }
    }

    private static void load(CatalogService catalogue, CatalogKind kind, String csv) {
        ImportReport report = catalogue.importEntries(kind, CatalogFormat.CSV, csv, false);
        if (!report.errors().isEmpty()) {
            throw new IllegalStateException(
                    "the catalogue was not filled: " + report.errors().getFirst());
        }
    }

    private static String host(int number) {
        return "dtn" + number + ".site" + number % SITES + ".example.org";
    }

    private static void measure(String what, URI url, String token, @Nullable SSLContext tls, Duration each)
            throws Exception {
        run(url, token, tls, WARM_UP);
        long[] nanos = run(url, token, tls, each);
        Arrays.sort(nanos);
        System.out.printf(
                Locale.ROOT,
                "%-10s %,8.0f look-ups/s  p50 %5.1f ms  p99 %5.1f ms  (%,d in %d s)%n",
                what,
                nanos.length / (double) each.toSeconds(),
                nanos[nanos.length / 2] / 1e6,
                nanos[(int) (nanos.length * .99)] / 1e6,
                nanos.length,
                each.toSeconds());
    }

    private static long[] run(URI url, String token, @Nullable SSLContext tls, Duration time) throws Exception {
        long end = System.nanoTime() + time.toNanos();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<long[]>> clients = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                int seed = i;
                clients.add(threads.submit(() -> lookUps(url, token, tls, end, new SplittableRandom(seed))));
            }
            List<long[]> all = new ArrayList<>();
            for (Future<long[]> client : clients) {
                all.add(client.get());
            }
            return all.stream().flatMapToLong(Arrays::stream).toArray();
        }
    }

    /** Hosts at random, by name and now and then by address; each answer is looked at. */
    private static long[] lookUps(URI url, String token, @Nullable SSLContext tls, long end, SplittableRandom random) {
        long[] nanos = new long[1 << 12];
        int count = 0;
        try (HessianClient client = client(token, tls)) {
            AdvisorService advisor = client.at(url.resolve("/hessian/advisor"), AdvisorService.class);
            while (System.nanoTime() - end < 0) {
                int number = random.nextInt(HOSTS);
                String asked = random.nextInt(8) == 0
                        ? "10." + (number >> 16) + "." + (number >> 8 & 255) + "." + (number & 255)
                        : host(number);
                long start = System.nanoTime();
                HostProfile profile = advisor.profile(asked);
                long took = System.nanoTime() - start;
                if (!profile.site().equals("Site " + number % SITES)) {
                    throw new IllegalStateException("wrong answer for " + asked + ": " + profile.site());
                }
                if (count == nanos.length) {
                    nanos = Arrays.copyOf(nanos, 2 * count);
                }
                nanos[count++] = took;
            }
        }
        return Arrays.copyOf(nanos, count);
    }
}
