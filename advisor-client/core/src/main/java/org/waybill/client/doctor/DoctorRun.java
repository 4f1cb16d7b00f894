package org.waybill.client.doctor;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.endpoint.HostResolver;
import org.waybill.client.probe.ProbeContext;
import org.waybill.client.probe.ProbeSpec;
import org.waybill.client.probe.host.LocalHost;
import org.waybill.client.probe.path.LocalCommands;
import org.waybill.client.probe.survey.PathSurvey;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.Credentials;
import org.waybill.protocol.Protocol;

/**
 * Finds out what {@link Doctor} judges: some half a minute of looking, with test transfers of a few seconds.
 *
 * @param directory where data are on this machine
 * @param home this machine's {@code WAYBILL_HOME}, which nodes are paired with
 * @param notes receives a line for each step
 */
public record DoctorRun(
        Path directory, Credentials credentials, @Nullable Path agentSocket, Path home, Consumer<String> notes) {
    private static final Duration NAME_PATIENCE = Duration.ofSeconds(20);
    private static final int CONNECT_MILLIS = 4000;
    /** A refusal within this time costs nothing. */
    private static final double AT_ONCE_SECONDS = 1;

    private static final Duration PATH_TIME = Duration.ofSeconds(6);
    private static final long PATH_BYTES = 2L << 20;

    /**
     * What was found.
     *
     * @param far null where it could not be examined
     * @param facts about both, and what is between them
     * @param problem why the remote host could not be examined, null where it could
     */
    public record Found(
            RemoteHostUnderTest here,
            @Nullable RemoteHostUnderTest far,
            DoctorFacts facts,
            @Nullable TransferException problem) {}

    /** This machine alone. */
    public RemoteHostUnderTest here() throws InterruptedException {
        return here(null);
    }

    private RemoteHostUnderTest here(@Nullable InetAddress local) throws InterruptedException {
        notes.accept("measuring disk and cipher ...");
        return RemoteHostUnderTest.here(directory, local);
    }

    /** This machine, another, and the path between them. */
    public Found with(Endpoint end) throws TransferException, InterruptedException {
        boolean toNode = end.location().isServedBy(Protocol.WAYBILL);
        NameMeasurements name;
        long startNs = System.nanoTime();
        try {
            name = name(end.host(), toNode ? end.port() : end.shell().port());
        } catch (TransferException e) {
            return unresolved(end.host(), (System.nanoTime() - startNs) / 1e9, e);
        }
        InetAddress address = InetAddress.ofLiteral(name.best().address());
        RemoteHostUnderTest here = here(LocalHost.addressTowards(address).orElse(null));
        PathMeasurements path = path(end.host(), address, here);
        RemoteHostUnderTest nobody = RemoteHostUnderTest.unknown(end.host());
        if (path.vanishingBytes() != null) {
            return new Found(here, null, new DoctorFacts(here, nobody, path, null, null, name), null);
        }
        notes.accept("examining " + end.host() + (toNode ? " through its node ..." : " over SSH ..."));
        boolean answered = name.addresses().stream().anyMatch(one -> one.connectMillis() != null);
        for (boolean again = false; ; again = true) {
            try (RemoteHostProbe far = toNode
                    ? new NodeRemoteHostProbe(home, end)
                    : new SshRemoteHostProbe(end, credentials, agentSocket)) {
                return both(here, far, far.examine(), path, name, address);
            } catch (TransferException e) {
                if (again || !answered || !e.reason().isRetriable()) {
                    return new Found(here, null, new DoctorFacts(here, nobody, path, null, null, name), e);
                }
                notes.accept("trying once more: " + e.getMessage());
            }
        }
    }

    /** A name server that says at once that there is no such host is not at fault. */
    private Found unresolved(String host, double seconds, TransferException problem)
            throws TransferException, InterruptedException {
        if (seconds <= Doctor.SLOW_LOOK_UP_SECONDS) {
            throw problem;
        }
        RemoteHostUnderTest here = here(null);
        DoctorFacts facts = new DoctorFacts(
                here,
                RemoteHostUnderTest.unknown(host),
                PathMeasurements.assumed(),
                null,
                null,
                new NameMeasurements(host, seconds, List.of()));
        return new Found(here, null, facts, problem);
    }

    private Found both(
            RemoteHostUnderTest here,
            RemoteHostProbe far,
            RemoteHostUnderTest there,
            PathMeasurements path,
            NameMeasurements name,
            InetAddress address)
            throws TransferException, InterruptedException {
        notes.accept("running test transfers in both directions ...");
        TestTransfers flights =
                new TestTransfers(address, path.rttMillis(), path.measured() ? 2 * path.bandwidthDelayBytes() : 0);
        TestTransfer up = fly(flights, far, true, path);
        TestTransfer down = up == null || up.stalled() ? null : fly(flights, far, false, path);
        if (Stream.of(up, down).anyMatch(one -> one != null && one.stalled())) {
            return new Found(here, there, new DoctorFacts(here, there, path, up, down, name), null);
        }
        double most = Math.max(best(up), best(down));
        PathMeasurements known = path.measured() || most == 0 ? path : path.at(most, true);
        // our own start needs every processor for a while
        RemoteHostUnderTest us = here.withRunnable(
                new LocalHost(Path.of("/")).examine(directory.toString()).runnableProcesses());
        if (isSlow(here, most)) {
            us = us.withDisk(RemoteHostUnderTest.disk(new LocalCommands(), directory.toString()));
        }
        RemoteHostUnderTest them = there.withRunnable(far.counters().runnable());
        if (isSlow(there, most)) {
            RemoteHostUnderTest again = far.examine();
            them = them.withDisk(new DiskRates(again.diskReadBytesPerSecond(), again.diskWriteBytesPerSecond()));
        }
        return new Found(us, them, new DoctorFacts(us, them, known, up, down, name), null);
    }

    private @Nullable TestTransfer fly(TestTransfers flights, RemoteHostProbe far, boolean up, PathMeasurements path)
            throws TransferException, InterruptedException {
        Optional<TestTransfer> one = flights.one(far, up);
        boolean full = one.isEmpty()
                || one.get().stalled()
                || path.measured() && one.get().bitsPerSecond() > DirectionRules.FULL * path.bitsPerSecond();
        return full ? one.orElse(null) : one.get().withSeveral(flights.several(far, up));
    }

    private static double best(@Nullable TestTransfer flight) {
        return flight == null ? 0 : flight.bestBitsPerSecond();
    }

    private static boolean isSlow(RemoteHostUnderTest host, double bitsPerSecond) {
        Double write = host.diskWriteBytesPerSecond();
        Double read = host.diskReadBytesPerSecond();
        double least = DirectionRules.SLOW_DISK_PART * bitsPerSecond / 8;
        return write != null && write < least || read != null && read < least;
    }

    NameMeasurements name(String host, int port) throws TransferException, InterruptedException {
        notes.accept("resolving " + host + " ...");
        long startNs = System.nanoTime();
        List<InetAddress> addresses = HostResolver.system(NAME_PATIENCE).resolve(host);
        double seconds = (System.nanoTime() - startNs) / 1e9;
        List<NameMeasurements.Address> found = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<NameMeasurements.Address>> trials = addresses.stream()
                    .<Callable<NameMeasurements.Address>>map(address -> () -> connect(address, port))
                    .toList();
            for (Future<NameMeasurements.Address> trial : threads.invokeAll(trials)) {
                found.add(trial.get());
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
        return new NameMeasurements(host, seconds, found);
    }

    private static NameMeasurements.Address connect(InetAddress address, int port) {
        long startNs = System.nanoTime();
        boolean ipv6 = address instanceof Inet6Address;
        String literal = Objects.requireNonNull(address.getHostAddress());
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(address, port), CONNECT_MILLIS);
            return new NameMeasurements.Address(literal, ipv6, (System.nanoTime() - startNs) / 1e6, 0);
        } catch (IOException e) {
            double seconds = (System.nanoTime() - startNs) / 1e9;
            boolean waited = e instanceof SocketTimeoutException || seconds > AT_ONCE_SECONDS;
            return new NameMeasurements.Address(literal, ipv6, null, waited ? seconds : 0);
        }
    }

    private PathMeasurements path(String host, InetAddress address, RemoteHostUnderTest here)
            throws InterruptedException {
        notes.accept("measuring the path to " + host + " ...");
        PathSurvey.Found found =
                new PathSurvey(ProbeContext.system()).quick(new ProbeSpec(host, address, 0, PATH_TIME, PATH_BYTES));
        Integer mtu = here.tcp().mtuBytes();
        IdlePathProbe idle = IdlePathProbe.measure(address, mtu == null ? PathMeasurements.USUAL_MTU_BYTES : mtu)
                .orElse(null);
        Double rtt = found.path().rttMillis();
        if (rtt == null || rtt <= 0 || found.path().bottleneckBitsPerSecond() == null) {
            notes.accept("the path could be measured only in part: " + String.join("; ", found.problems()));
        }
        return PathMeasurements.of(found.path(), idle);
    }
}
