package org.waybill.client.workflow;

import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.waybill.api.HostProfile;
import org.waybill.api.NearbyHost;
import org.waybill.api.Place;
import org.waybill.api.PlaceBasis;
import org.waybill.api.ProvisioningKind;
import org.waybill.api.Replica;
import org.waybill.api.ReplicaAccess;
import org.waybill.api.ServiceEndpoint;
import org.waybill.api.circuit.CircuitOffer;
import org.waybill.api.circuit.CircuitQuote;
import org.waybill.api.circuit.QuoteBasis;
import org.waybill.api.overlay.PathForecast;
import org.waybill.api.storage.StorageEntry;
import org.waybill.api.storage.StorageFacts;
import org.waybill.client.dataset.DatasetSize;
import org.waybill.client.discovery.Discovery;
import org.waybill.client.discovery.Feature;
import org.waybill.client.discovery.HostFindings;
import org.waybill.client.discovery.PortFinding;
import org.waybill.client.discovery.PortState;
import org.waybill.client.endpoint.EndpointParser;
import org.waybill.client.estimate.Dataset;
import org.waybill.client.probe.Hop;
import org.waybill.client.probe.PathFacts;
import org.waybill.client.probe.TrainFacts;
import org.waybill.client.probe.bandwidth.RateFit;
import org.waybill.client.probe.bandwidth.SenderAccount;
import org.waybill.client.probe.bandwidth.TransferPoint;
import org.waybill.client.probe.bandwidth.Trend;
import org.waybill.client.probe.host.HostFacts;
import org.waybill.client.probe.host.TcpSettings;
import org.waybill.client.workflow.option.AdviceRequest;
import org.waybill.client.workflow.option.KnownReplica;
import org.waybill.client.workflow.survey.AdvisorPorts;
import org.waybill.engine.filter.EntryFilter;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Tool;

/** Facts of advices between made-up hosts: what the real advisor gathers from a world that a seed draws. */
public final class SampleFacts {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final List<String> PLACES = List.of(
            "/data/run 7/",
            "/data/x.h5",
            "a.example.org:/data/x.h5",
            "ana@b.example.org:run7/",
            "sftp://c.example.org:2222/data/x.h5",
            "gsiftp://d.example.org/data/",
            "https://e.example.org/pub/x.h5",
            "ftp://f.example.org/pub/",
            "waybill://g.example.org/x.h5",
            "srm://h.example.org/store/x.h5");

    private final long seed;

    private SampleFacts(long seed) {
        this.seed = seed;
    }

    /** Different facts for each seed. */
    public static AdviceFacts of(long seed) throws Exception {
        return new SampleFacts(seed).gather();
    }

    /** Drawn by what it is for, since threads ask in any order. */
    private Random random(String what) {
        return new Random(31 * seed + what.hashCode());
    }

    private AdviceFacts gather() throws Exception {
        Random random = random("request");
        String source = PLACES.get(random.nextInt(PLACES.size()));
        String destination = PLACES.get(random.nextInt(PLACES.size()));
        AdviceRequest request = new AdviceRequest(
                EndpointParser.parse(source),
                EndpointParser.parse(destination),
                random.nextInt(4) == 0 ? Long.valueOf(random.nextLong(1L << 42)) : null,
                random.nextInt(3) == 0 ? List.of(Protocol.GSIFTP, Protocol.SFTP) : List.of(),
                random.nextInt(5) == 0,
                random.nextInt(3) == 0 ? NOON.plusSeconds(random.nextInt(100_000)) : null,
                random.nextInt(4) == 0,
                random.nextInt(3) == 0 ? 1 + random.nextInt(16) : 0,
                random.nextInt(5) == 0 ? replicas(source) : List.of(),
                EntryFilter.ALL);
        return new Advisor(ports()).gather(request);
    }

    private static List<KnownReplica> replicas(String source) {
        return List.of(
                new KnownReplica(source, "first", "index", 1, 5_000_000L, List.of()),
                new KnownReplica("sftp://copy.example.org/x.h5", "copy.example.org", "index", 2, null, List.of()));
    }

    private AdvisorPorts ports() {
        Random random = random("ports");
        return new AdvisorPorts(
                host -> List.of(InetAddress.ofLiteral("192.0.2." + (1 + Math.floorMod(host.hashCode(), 200)))),
                hosts -> hosts.stream().map(this::found).toList(),
                random.nextInt(6) == 0 ? null : service(),
                Duration.ofSeconds(5),
                (end, port, _) -> host(end.host()),
                end -> size(),
                far -> List.of(path(far.host())),
                (candidate, budget) -> line(candidate.transport()),
                tool -> random("has " + tool).nextInt(3) > 0 || tool == Tool.WAYBILL,
                InstantSource.fixed(NOON),
                note -> {});
    }

    private Optional<DatasetSize> size() {
        Random random = random("size");
        return random.nextInt(6) == 0
                ? Optional.empty()
                : Optional.of(new DatasetSize(
                        new Dataset((long) Math.pow(10, 14 * random.nextDouble()), 1 + random.nextInt(3_000)),
                        random.nextBoolean(),
                        random.nextInt(9) > 0));
    }

    private HostFindings found(Discovery.HostTargets host) {
        Random random = random("ports of " + host.host());
        PortState[] states = PortState.values();
        return new HostFindings(
                host.host(),
                List.of("192.0.2.1"),
                host.targets().stream()
                        .map(target -> new PortFinding(
                                target.protocol(),
                                target.port(),
                                random.nextInt(3) > 0 ? PortState.OPEN : states[random.nextInt(states.length)],
                                random.nextBoolean() ? "" : "server \"x\" \u00e9",
                                random.nextBoolean() ? Set.of() : Set.of(Feature.PUT, Feature.TLS, Feature.COPY),
                                random.nextBoolean() ? null : Double.valueOf(200 * random.nextDouble())))
                        .toList());
    }

    private HostFacts host(String name) {
        Random random = random("host " + name);
        if (random.nextInt(3) == 0) {
            return HostFacts.unknown(name, List.of());
        }
        return new HostFacts(
                name,
                List.of("192.0.2.7"),
                null,
                8L << 30,
                random.nextLong(8L << 30),
                1L << 40,
                random.nextLong(1L << 40),
                HostFacts.SSH,
                16 * random.nextDouble(),
                1 + random.nextInt(64),
                new TcpSettings(
                        1L << (16 + random.nextInt(12)),
                        1L << (16 + random.nextInt(12)),
                        212_992L,
                        212_992L,
                        random.nextBoolean() ? "cubic" : "bbr",
                        List.of("reno", "cubic", "bbr"),
                        1_500,
                        random.nextBoolean() ? null : Double.valueOf(1e9)),
                random.nextInt(20),
                random.nextInt(3),
                random.nextBoolean() ? null : Double.valueOf(1e9 * random.nextDouble()),
                random.nextBoolean() ? null : Double.valueOf(1e9 * random.nextDouble()),
                NOON.minusSeconds(7),
                random.nextInt(4) == 0 ? Double.valueOf(4 * random.nextDouble()) : null);
    }

    private PathFacts path(String host) {
        Random random = random("path " + host);
        Hop hop = new Hop("192.0.2.9", "core.example.org", 9 * random.nextDouble(), null);
        PathFacts echoes = new PathFacts(
                PathFacts.Kind.INTERNET,
                random.nextBoolean() ? List.of() : List.of(hop, new Hop(null, null, null, null)),
                random.nextInt(5) == 0 ? null : Double.valueOf(200 * random.nextDouble()),
                random.nextInt(5) == 0 ? null : Double.valueOf(Math.pow(10, 5 + 5 * random.nextDouble())),
                "tracepath+icmp-sizes",
                NOON,
                240,
                5.0,
                random.nextBoolean() ? null : Double.valueOf(.3 * random.nextDouble()),
                random.nextBoolean() ? null : Double.valueOf(300 * Math.pow(random.nextDouble(), 4)),
                null);
        return random.nextInt(3) > 0
                ? echoes
                : echoes.with(
                        new TrainFacts(
                                direction(random), random.nextBoolean() ? direction(random) : null, random.nextInt()),
                        NOON);
    }

    private static TrainFacts.Direction direction(Random random) {
        double capacity = Math.pow(10, 5 + 5 * random.nextDouble());
        return new TrainFacts.Direction(
                capacity, random.nextBoolean() ? null : Double.valueOf(capacity * random.nextDouble()), 1.5, 9);
    }

    private Optional<RateFit> line(String transport) {
        Random random = random("line " + transport);
        double rate = Math.pow(10, 5 + 4 * random.nextDouble());
        List<TransferPoint> points = new ArrayList<>();
        for (int i = 0; i < random.nextInt(5); i++) {
            SenderAccount sender = random.nextBoolean()
                    ? null
                    : new SenderAccount(1L << 20, random.nextLong(50_000), 900_000, 100, 100, 20_000, 29_000);
            points.add(new TransferPoint(
                    1L << (17 + i),
                    random.nextDouble(),
                    random.nextBoolean(),
                    random.nextBoolean(),
                    rate,
                    null,
                    sender));
        }
        return random.nextInt(3) == 0
                ? Optional.empty()
                : Optional.of(new RateFit(
                        rate,
                        rate * random.nextDouble(),
                        rate * (1 + random.nextDouble()),
                        random.nextDouble(),
                        Trend.values()[random.nextInt(Trend.values().length)],
                        points));
    }

    private FakeService service() {
        Random random = random("service");
        FakeService service = new FakeService();
        service.history = random.nextBoolean()
                ? Map.of()
                : Map.of("sftp", 1 + 500 * random.nextDouble(), "tcp", 1 + 500 * random.nextDouble());
        ServiceEndpoint grid = new ServiceEndpoint(Protocol.GSIFTP, "dtn.example.org", 2811, "", NOON);
        NearbyHost near = new NearbyHost("dtn.example.org", "site", null, 12.5, List.of(grid));
        Place batavia = new Place("Batavia", "US", 41.84, -88.25, PlaceBasis.OPERATOR_TABLE);
        if (random.nextBoolean()) {
            service.profiles = Map.of(
                    "a.example.org",
                    new HostProfile(
                            "a.example.org",
                            "site",
                            "org",
                            batavia,
                            List.of(),
                            List.of(),
                            List.of("relay.example.org:7411"),
                            List.of(near)));
        }
        if (random.nextBoolean()) {
            service.offers =
                    Stream.of("ESnet", "GEANT").map(name -> offer(name, random)).toList();
        }
        if (random.nextBoolean()) {
            service.paths = Stream.of("relay.example.org:7411", "other.example.org:7411")
                    .map(relay -> over(relay, random))
                    .toList();
        }
        if (random.nextBoolean()) {
            service.storage = new StorageFacts(
                    "dCache",
                    "2.2",
                    List.of("gsiftp", "https"),
                    List.of(new StorageEntry("/store/x.h5", 5_000_000_000L, "FILE", "NEARLINE")),
                    "");
        }
        service.found = new org.waybill.api.FoundData(
                random.nextInt(3) > 0
                        ? List.of()
                        : List.of(new org.waybill.api.FoundFile(
                                "x.h5",
                                "d",
                                5_000_000L,
                                List.of(),
                                List.of(new Replica(
                                        "c.example.org",
                                        List.of(new ReplicaAccess("sftp://c.example.org/pub/x.h5", "")),
                                        0,
                                        "index",
                                        null)))),
                List.of("index"),
                List.of());
        return service;
    }

    private static CircuitOffer offer(String system, Random random) {
        CircuitQuote quote = new CircuitQuote(
                NOON.plusSeconds(random.nextInt(500)),
                NOON.plusSeconds(5_000),
                1e9 + 9e9 * random.nextDouble(),
                List.of("one", "two"));
        boolean none = random.nextInt(3) == 0;
        return new CircuitOffer(
                system,
                ProvisioningKind.OSCARS_REST,
                "one.example.net",
                "two",
                QuoteBasis.CAPACITY,
                none ? null : quote,
                random.nextBoolean() ? null : quote,
                null,
                null,
                none ? "no circuit carries that much" : "",
                random.nextBoolean() ? null : Double.valueOf(600 * random.nextDouble()));
    }

    /** One that pays, promises too little, did harm or was never measured. */
    private static PathForecast over(String relay, Random random) {
        boolean measured = random.nextInt(4) > 0;
        return new PathForecast(
                List.of(relay),
                measured ? Double.valueOf(Math.pow(10, 6 + 3 * random.nextDouble())) : null,
                random.nextInt(30),
                measured ? Double.valueOf(300 * random.nextDouble() - 50) : null,
                50.0,
                random.nextInt(4) == 0 ? Double.valueOf(3 + 40 * random.nextDouble()) : null,
                random.nextBoolean() ? null : Boolean.TRUE);
    }
}
