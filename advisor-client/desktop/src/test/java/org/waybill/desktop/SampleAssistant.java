package org.waybill.desktop;

import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.waybill.api.AdvisorService;
import org.waybill.api.Forecast;
import org.waybill.api.ForecastBasis;
import org.waybill.api.ForecastQuery;
import org.waybill.api.HopQuery;
import org.waybill.api.HostProfile;
import org.waybill.api.Located;
import org.waybill.api.NearbyHost;
import org.waybill.api.PairHistory;
import org.waybill.api.Place;
import org.waybill.api.PlaceBasis;
import org.waybill.api.ServiceEndpoint;
import org.waybill.api.StorageClass;
import org.waybill.api.TransferOutcome;
import org.waybill.client.WaybillHome;
import org.waybill.client.activity.Journal;
import org.waybill.client.dataset.DatasetSize;
import org.waybill.client.discovery.Discovery;
import org.waybill.client.discovery.HostFindings;
import org.waybill.client.discovery.PortFinding;
import org.waybill.client.discovery.PortState;
import org.waybill.client.endpoint.Bookmarks;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.endpoint.EndpointNames;
import org.waybill.client.estimate.Dataset;
import org.waybill.client.execution.TransferResult;
import org.waybill.client.files.EndpointStores;
import org.waybill.client.livediscovery.LiveDiscovery;
import org.waybill.client.livediscovery.ObservedPorts;
import org.waybill.client.probe.Hop;
import org.waybill.client.probe.PathFacts;
import org.waybill.client.probe.host.HostFacts;
import org.waybill.client.workflow.Advisor;
import org.waybill.client.workflow.Workflow;
import org.waybill.client.workflow.option.AdviceRequest;
import org.waybill.client.workflow.script.ScriptWriter;
import org.waybill.client.workflow.survey.AdvisorPorts;
import org.waybill.desktop.endpoint.DatasetSearch;
import org.waybill.desktop.endpoint.FileActions;
import org.waybill.desktop.profile.VaultModel;
import org.waybill.desktop.workflow.CircuitQuotes;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferReport;
import org.waybill.engine.filter.EntryFilter;
import org.waybill.engine.mover.Credentials;
import org.waybill.engine.mover.sshconfig.SshConfig;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.storage.TemporaryNames;
import org.waybill.protocol.Protocol;

/**
 * A world to look at: a lab's machine and an archive 3,000 km away, known to a catalogue. The advisor over it is the
 * real one; only what it asks the world is made up. Addresses and names are those kept for documentation.
 */
public final class SampleAssistant implements AdvisorFacade {
    public static final Instant NOW = Instant.parse("2026-03-12T09:30:00Z");
    public static final InstantSource CLOCK = InstantSource.fixed(NOW);
    public static final String SOURCE = "/data/run-2417/";
    public static final String ARCHIVE = "archive.west.example.org";
    public static final String DESTINATION = "user@" + ARCHIVE + ":/incoming/run-2417/";
    private static final long BYTES = 412_000_000_000L;
    /** A step of a move, which takes 90 of them. */
    private static final long STEP_NANOS = 664_000_000_000L / 91;

    private final WaybillHome home;
    private final VaultModel keychain;
    private final Questions questions;
    /** The survey of the path waits for it, so that a picture can be taken of rows under way. */
    private final CountDownLatch path = new CountDownLatch(1);

    private final CountDownLatch end = new CountDownLatch(1);
    /** The time that passes in this world, in nanoseconds: a move of minutes is watched in seconds. */
    private final AtomicLong nanos = new AtomicLong();

    private volatile double progressUntil = 0.62;
    private volatile boolean fails;

    public SampleAssistant(Path directory) {
        home = new WaybillHome(directory.resolve("waybill"));
        keychain = new VaultModel(home, directory.resolve("user"));
        questions = new Questions(home);
    }

    /** Lets the slow look end. */
    public void seePath() {
        path.countDown();
    }

    /** This world's own time. */
    public long nanoTime() {
        return nanos.get();
    }

    /** Lets a move, which is at 62 %, come to its end. */
    public void finish() {
        fails = false;
        progressUntil = 2;
        end.countDown();
    }

    /** Lets transfers fail where they are. */
    public void fail() {
        fails = true;
        end.countDown();
    }

    @Override
    public void prepare() {}

    @Override
    public Advisor.AdviceResult advise(AdviceRequest request, LiveDiscovery liveDiscovery, Consumer<String> notes)
            throws TransferException, InterruptedException {
        AdvisorPorts ports = new AdvisorPorts(
                host -> List.of(InetAddress.ofLiteral("198.51.100.20")),
                this::scan,
                service(),
                Duration.ofSeconds(5),
                (at, _, _) -> host(at),
                at -> Optional.of(new DatasetSize(new Dataset(BYTES, 1_284), true, true)),
                far -> {
                    path.await();
                    return List.of(route());
                },
                (candidate, budget) -> Optional.empty(),
                tool -> true,
                CLOCK,
                notes);
        return new Advisor(ObservedPorts.ports(ports, request, liveDiscovery)).advise(request);
    }

    private List<HostFindings> scan(List<Discovery.HostTargets> hosts) {
        Set<Protocol> open =
                Set.of(Protocol.WAYBILL, Protocol.SSH, Protocol.SFTP, Protocol.SCP, Protocol.GSIFTP, Protocol.FTP);
        return hosts.stream()
                .map(host -> new HostFindings(
                        host.host(),
                        List.of("198.51.100.20"),
                        host.targets().stream()
                                .map(target -> new PortFinding(
                                        target.protocol(),
                                        target.port(),
                                        open.contains(target.protocol()) ? PortState.OPEN : PortState.CLOSED,
                                        "",
                                        Set.of(),
                                        open.contains(target.protocol()) ? 61.8 : null))
                                .toList()))
                .toList();
    }

    private static HostFacts host(Endpoint at) {
        return at.isLocal()
                ? new HostFacts(
                        "",
                        List.of(),
                        null,
                        134_000_000_000L,
                        96_000_000_000L,
                        8_000_000_000_000L,
                        2_100_000_000_000L,
                        HostFacts.LOCAL,
                        1.4,
                        32,
                        null,
                        2,
                        0,
                        null,
                        null,
                        null,
                        null)
                : new HostFacts(
                        at.host(),
                        List.of(),
                        null,
                        540_000_000_000L,
                        410_000_000_000L,
                        240_000_000_000_000L,
                        87_000_000_000_000L,
                        HostFacts.SSH,
                        6.2,
                        64,
                        null,
                        5,
                        1,
                        null,
                        null,
                        null,
                        null);
    }

    private static PathFacts route() {
        return new PathFacts(
                PathFacts.Kind.INTERNET,
                List.of(
                        hop("192.0.2.1", "gw.lab.example.edu", 0.4),
                        hop("192.0.2.77", "border.lab.example.edu", 0.9),
                        hop("203.0.113.5", "ae1.core1.nash.example.net", 4.8),
                        hop("203.0.113.9", "ae3.core2.kans.example.net", 14.1),
                        new Hop(null, null, null, null),
                        hop("203.0.113.33", "ae2.core1.denv.example.net", 27.6),
                        hop("203.0.113.41", "ae5.core1.salt.example.net", 39.2),
                        hop("203.0.113.54", "ae1.core2.sunn.example.net", 58.7),
                        hop("198.51.100.1", "border.west.example.org", 61.2),
                        hop("198.51.100.20", ARCHIVE, 61.8)),
                61.8,
                9.4e9,
                "traceroute+icmp-sizes",
                NOW,
                240,
                6.0);
    }

    private static Hop hop(String address, String name, double rttMillis) {
        return new Hop(address, name, rttMillis, null);
    }

    private static AdvisorService service() {
        return (AdvisorService) Proxy.newProxyInstance(
                SampleAssistant.class.getClassLoader(),
                new Class<?>[] {AdvisorService.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "profile" -> profile((String) arguments[0]);
                    case "locate" ->
                        ((List<?>) arguments[0])
                                .stream().map(query -> locate((HopQuery) query)).toList();
                    case "forecast" ->
                        ((List<?>) arguments[0])
                                .stream()
                                        .map(query -> forecast((ForecastQuery) query))
                                        .toList();
                    default -> method.getReturnType() == List.class ? List.of() : null;
                });
    }

    private static HostProfile profile(String host) {
        if (!host.equals(ARCHIVE)) {
            Place memphis = place("Memphis", 35.15, -90.05, PlaceBasis.CATALOGUE);
            List<ServiceEndpoint> grid =
                    List.of(new ServiceEndpoint(Protocol.GSIFTP, "dtn1.lab.example.edu", 2811, "", NOW));
            return new HostProfile(
                    host,
                    "Example Lab",
                    "Example University",
                    memphis,
                    List.of(),
                    List.of(),
                    List.of(),
                    List.of(new NearbyHost(
                            "dtn1.lab.example.edu",
                            "Example Lab",
                            place("Memphis", 35.12, -89.99, PlaceBasis.CATALOGUE),
                            6.4,
                            grid)));
        }
        ServiceEndpoint grid = new ServiceEndpoint(Protocol.GSIFTP, "dtn2.west.example.org", 2811, "", NOW);
        return new HostProfile(
                host,
                "West Archive",
                "Example Archive",
                place("Berkeley", 37.87, -122.27, PlaceBasis.CATALOGUE),
                List.of(),
                List.of(),
                List.of("relay.mid.example.net"),
                List.of(new NearbyHost(
                        "dtn2.west.example.org",
                        "West Archive",
                        place("Berkeley", 37.87, -122.27, PlaceBasis.CATALOGUE),
                        0.2,
                        List.of(grid))));
    }

    private static Place place(String city, double latitude, double longitude, PlaceBasis basis) {
        return new Place(city, "US", latitude, longitude, basis);
    }

    private static Located locate(HopQuery query) {
        String name = String.valueOf(query.name());
        Place found = name.contains(".nash.")
                ? place("Nashville", 36.16, -86.78, PlaceBasis.ROUTER_NAME)
                : name.contains(".kans.")
                        ? place("Kansas City", 39.1, -94.58, PlaceBasis.OPERATOR_TABLE)
                        : name.contains(".denv.")
                                ? place("Denver", 39.74, -104.99, PlaceBasis.OPERATOR_TABLE)
                                : name.contains(".salt.")
                                        ? place("Salt Lake City", 40.76, -111.89, PlaceBasis.ROUTER_NAME)
                                        : name.contains(".sunn.")
                                                ? place("Sunnyvale", 37.37, -122.04, PlaceBasis.IP_DATABASE)
                                                : name.contains("lab.example")
                                                        ? place("Memphis", 35.15, -90.05, PlaceBasis.CATALOGUE)
                                                        : null;
        return new Located(query.address(), found);
    }

    /** A model of sorts: more connections carry more, up to the path's rate. */
    private static Forecast forecast(ForecastQuery query) {
        double rate =
                switch (query.transport()) {
                    case "tcp" -> Math.min(9.0e9, 1.3e9 * (query.streams() == 0 ? 4 : query.streams()));
                    case "gsiftp" -> Math.min(8.0e9, 1.0e9 * Math.max(1, query.streams()));
                    case "sftp", "scp" -> 0.62e9;
                    case "ftp" -> 0.9e9;
                    case "rsync+ssh" -> 0.48e9;
                    default -> 0.7e9;
                };
        double seconds = query.bytes() * 8 / rate + 2;
        boolean known = query.via().isEmpty()
                && (query.transport().equals("tcp") || query.transport().equals("sftp"));
        return new Forecast(
                query.transport(),
                seconds,
                seconds * (known ? 1.22 : 1.7),
                rate,
                known ? ForecastBasis.HISTORY : ForecastBasis.MODEL,
                known ? "median of last 5" : "TCP model",
                known ? 14 : 0,
                known ? 9.0 : null,
                null);
    }

    @Override
    public String script(AdviceRequest request, Advisor.AdviceResult adviceResult, int index) throws TransferException {
        return ScriptWriter.write(adviceResult.candidates().get(index), true, TemporaryNames.ofThisProcess());
    }

    @Override
    public TransferResult move(
            AdviceRequest request,
            Advisor.AdviceResult adviceResult,
            int index,
            long rateBitsPerSecond,
            TransferListener listener)
            throws TransferException, InterruptedException {
        Workflow option = adviceResult.advice().workflows().get(index);
        double share = 0;
        int step = 0;
        while (share < 1) {
            if (share >= progressUntil) {
                end.await();
                if (fails) {
                    throw new TransferException(
                            Reason.DISK_FULL, "/incoming at " + ARCHIVE + " is full: 2.1 GB are free");
                }
            }
            double more = Math.min(1 - share, 0.011 + 0.002 * Math.sin(step / 3.0) + 0.0012 * Math.sin(step / 1.3));
            share = share > 0.9999 ? 1 : share + more;
            step++;
            nanos.addAndGet(STEP_NANOS);
            listener.onProgress(new TransferListener.Progress(
                    TransferListener.Phase.MOVING,
                    (long) (share * BYTES),
                    BYTES,
                    (long) (share * 1_284),
                    1_284,
                    "run-2417/detector-" + (int) (share * 96) + ".h5"));
            Thread.sleep(4);
        }
        TransferReport report = new TransferReport(
                BYTES,
                1_284,
                664,
                "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b8" + "22cd15d6c15b0f00a08",
                TransferReport.Compared.SOURCE,
                option.transport(),
                option.via(),
                4,
                1_200_000,
                0,
                new TransferReport.Cause(
                        "WINDOW",
                        "the receiver's window held the sender back 61 % of the time; 'waybill doctor' shows the"
                                + " setting"),
                List.of(),
                0,
                List.of());
        return new TransferResult(report, 1, NOW, 664, option.estimate());
    }

    @Override
    public Optional<DatasetSize> count(Endpoint source, EntryFilter filter) {
        return Optional.of(new DatasetSize(new Dataset(BYTES, 1_284), true, true));
    }

    @Override
    public EndpointNames names() {
        return new EndpointNames(Map.of("dtn", "sftp://user@" + ARCHIVE + "/data"), SshConfig.NONE);
    }

    @Override
    public FileActions files() {
        Credentials credentials = keychain.credentials(questions, questions.logIns());
        return new FileActions(
                new EndpointStores(home, credentials, null, (code, text) -> {}), home.root(), questions) {
            @Override
            public void logIn(Endpoint end) {}

            @Override
            public Listing list(Endpoint directory) {
                return SampleAssistant.list(directory);
            }
        };
    }

    @Override
    public Questions questions() {
        return questions;
    }

    private static FileActions.Listing list(Endpoint directory) {
        List<Entry> entries = new ArrayList<>();
        entries.add(entry("run-2417", Entry.Kind.DIRECTORY, -1, 2));
        entries.add(entry("run-2418", Entry.Kind.DIRECTORY, -1, 1));
        entries.add(entry("calibration.h5", Entry.Kind.FILE, 8_400_000_000L, 90));
        entries.add(entry("README.txt", Entry.Kind.FILE, 4_120, 400));
        entries.add(entry("latest", Entry.Kind.LINK, -1, 1));
        entries.add(entry(".snapshots", Entry.Kind.DIRECTORY, -1, 3));
        return new FileActions.Listing(directory, entries);
    }

    private static Entry entry(String name, Entry.Kind kind, long bytes, int hoursAgo) {
        return new Entry("/data/" + name, kind, bytes, NOW.minus(Duration.ofHours(hoursAgo)), -1, null, true);
    }

    @Override
    public PairHistory history(String sourceHost, String destinationHost, int limit) {
        List<TransferOutcome> past = new ArrayList<>();
        for (int i = 0; i < 14; i++) {
            boolean sftp = i % 4 == 3;
            long bytes = 120_000_000_000L + i * 9_000_000_000L;
            double seconds = bytes * 8 / (sftp ? 0.62e9 : 5.2e9) * (0.9 + i % 5 * 0.06);
            past.add(new TransferOutcome(
                    "h" + i,
                    "lab.example.edu",
                    ARCHIVE,
                    sftp ? "sftp" : "tcp",
                    "",
                    4,
                    StorageClass.DISK,
                    bytes,
                    300 + i,
                    NOW.minus(Duration.ofHours(9 + 31L * i)),
                    seconds,
                    0,
                    0,
                    i == 5 ? "CONNECTION_LOST" : "OK",
                    null,
                    seconds * 0.94,
                    seconds * 1.2,
                    i == 5 ? "CONNECTION_LOST" : "WINDOW"));
        }
        return new PairHistory(sourceHost, destinationHost, past, List.of(), 12, 9.0, 92.0, null, null);
    }

    @Override
    public Journal journal() {
        return new Journal(home.activity());
    }

    @Override
    public Bookmarks bookmarks() {
        return new Bookmarks(home.bookmarks());
    }

    @Override
    public VaultModel keychain() {
        return keychain;
    }

    @Override
    public DatasetSearch datasets() {
        return query -> query.contains("nothing")
                ? List.of()
                : List.of(
                        new DatasetSearch.Replica(
                                "cmip6.hist.tas",
                                "tas_day_1950-1959.nc",
                                "esg1.example.org",
                                3_400_000_000L,
                                "https://esg1.example.org/thredds/tas_day_1950-1959.nc"),
                        new DatasetSearch.Replica(
                                "cmip6.hist.tas",
                                "tas_day_1950-1959.nc",
                                "esg2.example.net",
                                3_400_000_000L,
                                "gsiftp://esg2.example.net/tas_day_1950-1959.nc"));
    }

    @Override
    public CircuitQuotes circuits() {
        return (request, bytes, from) -> List.of(
                new CircuitQuotes.CircuitQuote(
                        CircuitQuotes.Aim.EARLIEST_FINISH,
                        "built-in calendar",
                        from.plusSeconds(600),
                        from.plusSeconds(600 + 1_100),
                        3e9,
                        List.of("lab", "kansas-city", "west")),
                new CircuitQuotes.CircuitQuote(
                        CircuitQuotes.Aim.SHORTEST_DURATION,
                        "built-in calendar",
                        from.plusSeconds(5_400),
                        from.plusSeconds(5_400 + 330),
                        10e9,
                        List.of("lab", "denver", "west")));
    }

    @Override
    public void close() {}
}
