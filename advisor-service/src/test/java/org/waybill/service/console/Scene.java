package org.waybill.service.console;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.waybill.api.AdvisorService;
import org.waybill.api.ProvisioningKind;
import org.waybill.api.RunningTransfer;
import org.waybill.api.StorageClass;
import org.waybill.api.TransferOutcome;
import org.waybill.api.catalog.CatalogKind;
import org.waybill.api.catalog.CatalogService;
import org.waybill.api.catalog.Host;
import org.waybill.api.catalog.Provisioning;
import org.waybill.api.catalog.Relay;
import org.waybill.api.catalog.Site;
import org.waybill.api.circuit.CircuitHold;
import org.waybill.api.circuit.CircuitReservation;
import org.waybill.api.circuit.TopologyFormat;
import org.waybill.api.embedded.RunningService;
import org.waybill.api.task.LeaseEnd;
import org.waybill.api.task.LeaseProgress;
import org.waybill.api.task.LeaseRequest;
import org.waybill.api.task.TaskKind;
import org.waybill.api.task.TaskLease;
import org.waybill.api.task.TaskSubmission;
import org.waybill.service.TestClients;

/** A month of a site's life, the same each time: what the console's pages show in tests and pictures. */
final class Scene {
    private static final long SEED = 20_261_121;
    private static final String[][] PAIRS = {
        {"dtn01.nersc.gov", "dtn.cern.example", "6.5e9"},
        {"dtn.cern.example", "dtn.fnal.example", "4.2e9"},
        {"dtn.fnal.example", "dtn01.nersc.gov", "8.1e9"}
    };

    private Scene() {}

    /** Fills the service over its public interface. */
    static void play(RunningService service) {
        CatalogService catalogue = TestClients.catalogue(service);
        String[] sites = {"CERN", "Fermilab"};
        List<String> known = catalogue.list(CatalogKind.SITE, "", 0, 500).entries().stream()
                .map(entry -> ((Site) entry).name())
                .toList();
        String cern = known.stream()
                .filter(name -> name.contains(sites[0]))
                .findFirst()
                .orElseThrow();
        String fermilab = known.stream()
                .filter(name -> name.contains(sites[1]))
                .findFirst()
                .orElseThrow();
        catalogue.save(new Host(0, 0, "dtn.cern.example", cern, List.of("192.0.2.10", "2001:db8::10")));
        catalogue.save(new Host(0, 0, "dtn.fnal.example", fermilab, List.of("198.51.100.7")));
        Instant now = Instant.now();
        catalogue.save(
                new Relay(0, 0, "relay-geneva", "dtn.cern.example", 7411, "ab".repeat(32), 4e10, now.minusSeconds(20)));
        catalogue.save(
                new Relay(0, 0, "relay-batavia", "dtn.fnal.example", 7411, "", null, now.minus(Duration.ofHours(3))));
        catalogue.save(new Provisioning(0, 0, "Research circuits", ProvisioningKind.BUILT_IN, "", fermilab));
        circuits(TestClients.advisor(service), now);
        tasks(TestClients.advisor(service));
        List<TransferOutcome> month = month(now);
        for (int from = 0; from < month.size(); from += 500) {
            TestClients.advisor(service).recordTransfers(month.subList(from, Math.min(month.size(), from + 500)));
        }
    }

    /** One that is done, one that runs, and one that waits. */
    private static void tasks(AdvisorService advisor) {
        LeaseRequest ask = new LeaseRequest("dtn1", "dtn1.cern.example", "0.1.0", 4, 1, List.of("/data"), 0);
        advisor.leaseTasks(new LeaseRequest("dtn1", "dtn1.cern.example", "0.1.0", 4, 0, List.of("/data"), 0));
        advisor.submitTask(task("run-7", TaskKind.COPY));
        TaskLease done = advisor.leaseTasks(ask).getFirst();
        advisor.endLease(new LeaseEnd(
                done.task(), done.lease(), 0, "", "", 0, null, 5_000_000_000L, 5_000_000_000L, "{\"status\":\"OK\"}"));
        advisor.submitTask(task("run-8", TaskKind.COPY));
        TaskLease running = advisor.leaseTasks(ask).getFirst();
        advisor.renewLease(new LeaseProgress(running.task(), running.lease(), 2_100_000_000L, 6_000_000_000L));
        advisor.submitTask(task("run-9", TaskKind.ADVISE));
    }

    private static TaskSubmission task(String name, TaskKind kind) {
        return new TaskSubmission(
                name, kind, List.of("/data/" + name), "sftp://dtn.fnal.example/in/", List.of("--deadline=8h"), null);
    }

    private static void circuits(AdvisorService advisor, Instant now) {
        advisor.importTopology("Research circuits", TopologyFormat.CSV, """
            from,to,bitsPerSecond,metric
            geneva,amsterdam,100e9,1
            amsterdam,chicago,100e9,5
            chicago,berkeley,40e9,3
            geneva,chicago,10e9,4
            """);
        Instant start = now.truncatedTo(ChronoUnit.HOURS).plus(Duration.ofHours(2));
        String[][] wanted = {
            {"0", "20", "7e10", "geneva", "amsterdam", "chicago"},
            {"16", "30", "2e10", "geneva", "amsterdam", "chicago"},
            {"40", "24", "1e10", "geneva", "chicago"},
            {"70", "50", "2.5e10", "amsterdam", "chicago", "berkeley"}
        };
        for (String[] one : wanted) {
            List<String> path = List.copyOf(List.of(one).subList(3, one.length));
            Instant from = start.plus(Duration.ofHours(Long.parseLong(one[0])));
            CircuitReservation held = hold(advisor, from, Long.parseLong(one[1]), Double.parseDouble(one[2]), path);
            if (!one[0].equals("40")) {
                advisor.commitCircuit(held.id());
            }
        }
    }

    static CircuitReservation hold(AdvisorService advisor, Instant from, long hours, double rate, List<String> path) {
        return advisor.holdCircuit(new CircuitHold(
                UUID.randomUUID().toString(),
                "Research circuits",
                path.getFirst(),
                path.getLast(),
                from,
                from.plus(Duration.ofHours(hours)),
                rate,
                path));
    }

    private static List<TransferOutcome> month(Instant now) {
        Random random = new Random(SEED);
        List<TransferOutcome> month = new ArrayList<>();
        for (int i = 0; i < 240; i++) {
            String[] pair = PAIRS[random.nextInt(PAIRS.length)];
            String via = random.nextInt(4) > 0 ? "" : random.nextBoolean() ? "relay-geneva" : "relay-batavia";
            double rate = Double.parseDouble(pair[2])
                    * Math.exp(0.35 * random.nextGaussian())
                    * (via.isEmpty() ? 1 : via.endsWith("geneva") ? 1.4 : 0.9);
            long bytes = (long) (1e9 * Math.exp(2 + 1.5 * random.nextGaussian()));
            double seconds = 8 * bytes / rate + 1;
            double forecast = seconds * Math.exp(0.15 * random.nextGaussian());
            boolean failed = random.nextInt(25) == 0;
            month.add(new TransferOutcome(
                    new UUID(random.nextLong(), random.nextLong()).toString(),
                    pair[0],
                    pair[1],
                    random.nextBoolean() ? "tcp" : "sftp",
                    via,
                    4,
                    StorageClass.DISK,
                    bytes,
                    1,
                    now.minus(Duration.ofMinutes((long) (i * i * 0.75) + 3)).truncatedTo(ChronoUnit.SECONDS),
                    seconds,
                    0,
                    0,
                    failed ? "CONNECTION_LOST" : "OK",
                    null,
                    forecast,
                    forecast * 1.3,
                    ""));
        }
        return month;
    }

    /** One transfer that ended just now. */
    static TransferOutcome transfer(String from, String to) {
        return new TransferOutcome(
                UUID.randomUUID().toString(),
                from,
                to,
                "tcp",
                "",
                4,
                StorageClass.DISK,
                1_000_000_000,
                1,
                Instant.now().minusSeconds(10).truncatedTo(ChronoUnit.SECONDS),
                10,
                0,
                0,
                "OK",
                null,
                11.0,
                14.0,
                "");
    }

    /** A terabyte on its way at 5.2 Gbit/s. */
    static RunningTransfer running(String from, String to, int percent) {
        return new RunningTransfer(
                UUID.randomUUID().toString(),
                from,
                to,
                "tcp",
                "",
                percent * 10_000_000_000L,
                1_000_000_000_000L,
                0,
                1,
                5.2e9,
                Instant.now().minusSeconds(400).truncatedTo(ChronoUnit.SECONDS),
                false);
    }

    static RunningTransfer ended(RunningTransfer one) {
        return new RunningTransfer(
                one.id(),
                one.sourceHost(),
                one.destinationHost(),
                one.transport(),
                one.via(),
                one.bytesTotal(),
                one.bytesTotal(),
                1,
                1,
                0,
                one.startedAt(),
                true);
    }

    /** Adds an account over REST and returns its secret. */
    static String account(RunningService service, String name, String role) throws IOException, InterruptedException {
        HttpResponse<String> added = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(service.url().resolve("/api/accounts"))
                                .header("Authorization", "Bearer " + service.token())
                                .header("Content-Type", "application/json")
                                .POST(BodyPublishers.ofString("{\"name\":\"" + name + "\",\"role\":\"" + role + "\"}"))
                                .build(),
                        BodyHandlers.ofString());
        if (added.statusCode() != 201) {
            throw new IllegalStateException(added.statusCode() + " " + added.body());
        }
        return added.body().replaceAll("(?s).*\"secret\":\"([^\"]+)\".*", "$1");
    }
}
