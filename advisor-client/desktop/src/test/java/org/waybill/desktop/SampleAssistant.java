package org.waybill.desktop;

import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.waybill.api.PairHistory;
import org.waybill.client.WaybillHome;
import org.waybill.client.activity.Journal;
import org.waybill.client.dataset.DatasetSize;
import org.waybill.client.endpoint.Bookmarks;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.endpoint.EndpointNames;
import org.waybill.client.estimate.Dataset;
import org.waybill.client.execution.TransferResult;
import org.waybill.client.files.EndpointStores;
import org.waybill.client.livediscovery.LiveDiscovery;
import org.waybill.client.livediscovery.ObservedPorts;
import org.waybill.client.workflow.Advisor;
import org.waybill.client.workflow.Workflow;
import org.waybill.client.workflow.option.AdviceRequest;
import org.waybill.client.workflow.script.ScriptWriter;
import org.waybill.client.workflow.survey.AdvisorPorts;
import org.waybill.desktop.activity.BackgroundTasks;
import org.waybill.desktop.endpoint.DatasetSearch;
import org.waybill.desktop.endpoint.FileActions;
import org.waybill.desktop.profile.VaultModel;
import org.waybill.desktop.workflow.CircuitQuotes;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.filter.EntryFilter;
import org.waybill.engine.mover.Credentials;
import org.waybill.engine.mover.sshconfig.SshConfig;
import org.waybill.engine.storage.TemporaryNames;

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
    static final long BYTES = 412_000_000_000L;
    static final long FILES = 1_284;
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
                SampleSurvey::scan,
                SampleService.create(),
                Duration.ofSeconds(5),
                (at, _, _) -> SampleSurvey.host(at),
                at -> Optional.of(new DatasetSize(new Dataset(BYTES, FILES), true, true)),
                far -> {
                    path.await();
                    return List.of(SampleSurvey.route());
                },
                (candidate, budget) -> Optional.empty(),
                tool -> true,
                CLOCK,
                notes);
        return new Advisor(ObservedPorts.ports(ports, request, liveDiscovery)).advise(request);
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
                    (long) (share * FILES),
                    FILES,
                    "run-2417/detector-" + (int) (share * 96) + ".h5"));
            Thread.sleep(4);
        }
        return new TransferResult(SampleRecords.report(option), 1, NOW, 664, option.estimate());
    }

    @Override
    public Optional<DatasetSize> count(Endpoint source, EntryFilter filter) {
        return Optional.of(new DatasetSize(new Dataset(BYTES, FILES), true, true));
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
                return SampleRecords.list(directory);
            }
        };
    }

    @Override
    public Questions questions() {
        return questions;
    }

    @Override
    public PairHistory history(String sourceHost, String destinationHost, int limit) {
        return SampleRecords.history(sourceHost, destinationHost);
    }

    @Override
    public Journal journal() {
        return new Journal(home.activity());
    }

    @Override
    public BackgroundTasks tasks() {
        return new BackgroundTasks(home, Map.of(), null, questions, keychain);
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
        return SampleRecords.datasets();
    }

    @Override
    public CircuitQuotes circuits() {
        return SampleRecords.circuits();
    }

    @Override
    public void close() {}
}
