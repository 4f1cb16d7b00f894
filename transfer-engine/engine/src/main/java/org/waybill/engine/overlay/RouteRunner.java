package org.waybill.engine.overlay;

import java.io.IOException;
import java.nio.channels.ByteChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.ErrorText;
import org.waybill.engine.NetworkPaths;
import org.waybill.engine.Quietly;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferReport.PathShare;
import org.waybill.engine.client.DataConnections;
import org.waybill.engine.client.StreamRegistry;
import org.waybill.engine.client.TransferClient;
import org.waybill.engine.driver.KernelSocket;
import org.waybill.engine.driver.KernelTcp;
import org.waybill.engine.link.NodeAddress;
import org.waybill.engine.overlay.PathScheduler.Share;
import org.waybill.engine.rightsizing.RightSizing;
import org.waybill.engine.session.streams.PacedChannel;
import org.waybill.engine.storage.PartialFile;
import org.waybill.engine.transport.paraplut.RateShares;

/**
 * Carries a session's data over the direct path and over relays: opens the paths that {@link PathScheduler} chooses,
 * reports to it what they deliver, and cuts those that it gives up. Blocks that a cut path had not delivered go over
 * the others.
 */
public final class RouteRunner implements DataConnections, AutoCloseable {
    private static final long TICK_MILLIS = 250;
    /** A token's allowance beyond what is known to be left: what is sent twice, and the control connection. */
    private static final long SPARE_BYTES = 1L << 30;

    private static final long UNKNOWN_BYTES = 1L << 50;
    /** Where it is unknown what is in transit, this amount may be. */
    private static final long TAIL_BYTES = 64L << 20;
    /** Where it is unknown what a lane has in transit, it may be this amount. */
    private static final long GUESSED_BYTES = 2L << 20;
    /** A few blocks are not sent yet: then every path has something to carry. */
    private static final long BUSY_BYTES = 16L * PartialFile.BLOCK_BYTES;

    private final PathOpener opener;
    private final NodeAddress node;
    private final boolean given;
    private final List<Lane> lanes = new ArrayList<>();
    private final int direct;
    private final List<VirtualPath> detours = new CopyOnWriteArrayList<>();
    private final List<Remnant> remnants = new CopyOnWriteArrayList<>();
    private volatile boolean closed;
    private volatile @Nullable StreamRegistry port;
    private @Nullable RateShares shares;

    /** One path with what it has now. Its fields but {@code relays} are guarded by the runner's monitor. */
    private static final class Lane {
        final List<NodeAddress> relays;
        final List<PacedChannel> streams = new ArrayList<>();
        final List<Integer> everyStream = new ArrayList<>();

        @Nullable
        VirtualPath path;

        boolean opening;
        boolean opened;
        boolean failed;
        boolean byDatagrams;
        /** Datagrams came to nothing here, as behind a firewall that lets none through. */
        boolean byTcp;

        long delivered;

        Lane(List<NodeAddress> relays) {
            this.relays = relays;
        }

        String name() {
            return relays.isEmpty() ? "the direct path" : "via " + String.join(", ", names(relays));
        }
    }

    /** What a lane that takes no more still has in transit. */
    private static final class Remnant {
        final int lane;
        final @Nullable VirtualPath path;
        final List<PacedChannel> streams;
        final List<Integer> numbers;
        volatile boolean broken;

        Remnant(int lane, @Nullable VirtualPath path, List<PacedChannel> streams) {
            this.lane = lane;
            this.path = path;
            this.streams = List.copyOf(streams);
            this.numbers = numbers(streams);
        }
    }

    private static List<String> names(List<NodeAddress> relays) {
        return relays.stream().map(NodeAddress::toString).toList();
    }

    private static List<Integer> numbers(List<PacedChannel> streams) {
        return streams.stream().map(PacedChannel::stream).toList();
    }

    /**
     * A runner for one session.
     *
     * @param node the session's remote host
     * @throws TransferException {@code BAD_INPUT} for a path that no token could name
     */
    public RouteRunner(PathOpener opener, NodeAddress node, NetworkPaths networkPaths) throws TransferException {
        this.opener = opener;
        this.node = node;
        this.given = !networkPaths.paths().isEmpty();
        List<List<String>> wanted = new ArrayList<>(networkPaths.paths());
        if (!given) {
            wanted.addAll(networkPaths.candidates());
        }
        wanted.stream()
                .distinct()
                .filter(path -> !path.isEmpty())
                .forEach(path ->
                        lanes.add(new Lane(path.stream().map(NodeAddress::parse).toList())));
        for (Lane lane : lanes) {
            check(lane.relays, node);
        }
        direct = lanes.size();
        lanes.add(new Lane(List.of()));
    }

    private static void check(List<NodeAddress> relays, NodeAddress node) throws TransferException {
        if (relays.size() > RouteToken.MOST_HOPS) {
            throw new TransferException(
                    Reason.BAD_INPUT,
                    "--via: " + relays.size() + " relays are more than " + RouteToken.MOST_HOPS
                            + " in a row; give --via several times for several paths");
        }
        if (relays.contains(node) || relays.stream().distinct().count() < relays.size()) {
            throw new TransferException(
                    Reason.BAD_INPUT,
                    "--via: the path visits a node twice: " + String.join(", ", names(relays)) + " to " + node);
        }
    }

    @Override
    public SocketChannel detour() throws TransferException, IOException {
        TransferException last = new TransferException(Reason.UNREACHABLE, "no relay leads to " + node);
        for (Lane lane : lanes) {
            if (!lane.relays.isEmpty()) {
                try {
                    VirtualPath path = opener.open(lane.relays, node, UNKNOWN_BYTES);
                    detours.add(path);
                    path.watch(_ -> {});
                    return path.dial();
                } catch (TransferException e) {
                    last = e;
                } catch (IOException | RuntimeException e) { // the next one may lead there
                    last = new TransferException(Reason.UNREACHABLE, lane.name() + ": " + ErrorText.of(e), e);
                }
            }
        }
        throw last;
    }

    @Override
    public void run(StreamRegistry streams) throws IOException, InterruptedException, TransferException {
        port = streams;
        PathScheduler scheduler = new PathScheduler(lanes.size(), direct, given, System.nanoTime());
        try {
            do {
                tick(streams, scheduler);
            } while (!streams.endsWithin(TICK_MILLIS) && !closed);
        } finally {
            IntStream.range(0, lanes.size()).mapToObj(this::take).forEach(RouteRunner::close);
            remnants.forEach(RouteRunner::close);
        }
    }

    private void tick(StreamRegistry port, PathScheduler scheduler) {
        long nowNs = System.nanoTime();
        long[] delivered = new long[lanes.size()];
        long[] held = new long[lanes.size()];
        for (int i = 0; i < delivered.length; i++) {
            notice(i, port, scheduler, nowNs);
            delivered[i] = deliveredSince(lanes.get(i), port);
            held[i] = held(lanes.get(i), port);
        }
        long remaining = port.remainingBytes();
        scheduler.outlook(remaining, held);
        boolean nothing = Arrays.stream(delivered).sum() == 0;
        long underWay = Arrays.stream(held).sum();
        long notBusy = nothing ? 0 : underWay == 0 ? TAIL_BYTES : underWay + BUSY_BYTES;
        for (int dead : scheduler.tick(nowNs, delivered, remaining > notBusy)) {
            port.event("PATH_DEAD", lanes.get(dead).name() + " is too slow; its blocks are rerouted");
            cut(dead, port);
            scheduler.lost(dead, nowNs);
        }
        int last = remaining < TAIL_BYTES ? scheduler.holdsUpTheEnd(remaining) : -1;
        if (last >= 0) {
            cut(last, port);
            scheduler.lost(last, nowNs);
        }
        for (int i = 0; i < delivered.length; i++) {
            carryOut(i, scheduler, port);
        }
        drain(scheduler, port);
    }

    private synchronized long held(Lane lane, StreamRegistry port) {
        return port.heldBytes(numbers(lane.streams));
    }

    /** Lanes that take no more end when what they held is there, or would be there sooner by another path. */
    private void drain(PathScheduler scheduler, StreamRegistry port) {
        for (Remnant remnant : List.copyOf(remnants)) {
            long known = port.heldBytes(remnant.numbers);
            boolean open = remnant.streams.stream().anyMatch(PacedChannel::isOpen);
            long held = known > 0 ? known : open ? GUESSED_BYTES : 0;
            if (held == 0 || remnant.broken || scheduler.isSoonerResent(remnant.lane, held)) {
                remnants.remove(remnant);
                cut(remnant, port);
            }
        }
    }

    /** Blocks that have not arrived take another path. */
    private static void cut(Remnant remnant, StreamRegistry port) {
        close(remnant);
        port.giveUp(remnant.numbers);
    }

    private void cut(int number, StreamRegistry port) {
        cut(take(number), port);
    }

    private static void close(Remnant remnant) {
        remnant.streams.forEach(Quietly::close);
        if (remnant.path != null) {
            remnant.path.close();
        }
    }

    /** What happened to a lane since the last tick. */
    private void notice(int number, StreamRegistry port, PathScheduler scheduler, long nowNs) {
        Lane lane = lanes.get(number);
        boolean lost;
        boolean opened;
        boolean failed;
        synchronized (this) {
            boolean broken = !lane.opening
                    && !lane.streams.isEmpty()
                    && lane.streams.stream().noneMatch(PacedChannel::isOpen);
            failed = lane.failed;
            lost = failed || broken;
            opened = lane.opened;
            lane.failed = false;
            lane.opened = false;
        }
        if (opened) {
            scheduler.opened(number, nowNs);
        }
        if (lost) {
            if (!failed) {
                port.event("PATH_LOST", lane.name() + " was lost");
            }
            cut(number, port);
            scheduler.lost(number, nowNs);
        }
    }

    private synchronized long deliveredSince(Lane lane, StreamRegistry port) {
        long all = lane.everyStream.stream().mapToLong(port::deliveredBytes).sum();
        long fresh = all - lane.delivered;
        lane.delivered = all;
        return fresh;
    }

    private void carryOut(int number, PathScheduler scheduler, StreamRegistry port) {
        Lane lane = lanes.get(number);
        Share share = scheduler.share(number);
        boolean up;
        boolean opening;
        synchronized (this) {
            opening = lane.opening;
            up = !lane.streams.isEmpty();
            long pace = share == Share.CANARY ? scheduler.canaryBytesPerSecond() / Math.max(1, lane.streams.size()) : 0;
            lane.streams.forEach(stream -> stream.pace(pace));
        }
        if (share == Share.CLOSED && up && !opening) {
            retire(number, port);
        } else if (share != Share.CLOSED && !up && !opening) {
            synchronized (this) {
                lane.opening = true;
            }
            Thread.ofVirtual().name("path " + number).start(() -> open(number, port));
        }
    }

    private void open(int number, StreamRegistry port) {
        Lane lane = lanes.get(number);
        try {
            long remaining = port.remainingBytes();
            VirtualPath path = null;
            if (!lane.relays.isEmpty()) {
                VirtualPath opened = opener.open(lane.relays, node, remaining + remaining / 4 + SPARE_BYTES);
                path = opened;
                synchronized (this) {
                    lane.path = opened;
                }
                opened.watch(why -> broken(lane, opened, port, why));
            }
            int count = streams(port, remaining);
            for (int i = 0; i < count; i++) {
                ByteChannel channel = path == null ? direct(port) : dial(path, lane, port);
                int streamNumber = port.nextStream();
                synchronized (this) {
                    lane.everyStream.add(streamNumber);
                }
                PacedChannel stream = port.attach(streamNumber, channel);
                synchronized (this) {
                    lane.streams.add(stream);
                }
            }
            synchronized (this) {
                lane.opening = false;
                lane.opened = true;
            }
            port.event(
                    "PATH_OPEN",
                    lane.name() + ": " + count + (count == 1 ? " stream" : " streams")
                            + (path == null ? "" : ", token signed by " + path.signer()));
        } catch (IOException | TransferException | RuntimeException | Error e) {
            // whatever it is: a lane that is said to be opening for ever is never tried again
            port.event("PATH_FAILED", lane.name() + ": " + ErrorText.of(e));
            // the transfer may be over, and no thread left to notice
            cut(number, port);
            synchronized (this) {
                lane.failed = true;
                lane.opening = false;
            }
        }
    }

    private static SocketChannel direct(StreamRegistry port) throws IOException {
        SocketChannel channel = port.direct();
        KernelSocket.of(channel).ifPresent(KernelSocket::takeLittleAhead);
        return channel;
    }

    /** By datagrams where they are requested, unless those of this lane came to nothing before. */
    private ByteChannel dial(VirtualPath path, Lane lane, StreamRegistry port) throws IOException {
        TransferClient.Datagrams datagrams = port.datagrams();
        boolean wanted;
        RateShares shared;
        synchronized (this) {
            wanted = datagrams != null && !lane.byTcp;
            lane.byDatagrams |= wanted;
            if (shares == null) {
                shares = new RateShares(port.rateBitsPerSecond());
            }
            shared = shares;
        }
        return datagrams != null && wanted
                ? path.dial(datagrams.transport(), port.rateBitsPerSecond(), shared)
                : path.dial();
    }

    private static int streams(StreamRegistry port, long remainingBytes) {
        if (port.wantedStreams() > 0) {
            return Math.min(port.wantedStreams(), 16);
        }
        if (port.datagrams() != null) {
            return 1;
        }
        boolean modelBased = KernelTcp.isModelBased(port.rttMicros());
        return RightSizing.initialStreams(port.rttMicros(), remainingBytes, PartialFile.BLOCK_BYTES, modelBased);
    }

    /** A relay says, or its silence shows, that the path is gone: its streams must not wait for TCP to notice. */
    private void broken(Lane lane, VirtualPath path, StreamRegistry port, String why) {
        port.event("PATH_BROKEN", lane.name() + ": " + why);
        synchronized (this) {
            if (lane.path == path) {
                lane.streams.forEach(Quietly::close);
            }
            remnants.stream().filter(remnant -> remnant.path == path).forEach(remnant -> remnant.broken = true);
        }
    }

    /** Where the data are sent from here, a lane that is not needed any more still brings what it holds. */
    private void retire(int number, StreamRegistry port) {
        Lane lane = lanes.get(number);
        port.event("PATH_CLOSED", lane.name() + " adds too little throughput at present");
        Remnant remnant;
        synchronized (this) {
            remnant = take(number);
            remnants.add(remnant);
        }
        remnant.streams.forEach(stream -> stream.pace(0));
        if (!port.retire(remnant.numbers)) {
            remnants.remove(remnant);
            cut(remnant, port);
        }
    }

    /** Leaves the lane without path and streams. */
    private synchronized Remnant take(int number) {
        Lane lane = lanes.get(number);
        Remnant all = new Remnant(number, lane.path, lane.streams);
        lane.path = null;
        lane.byTcp |= lane.byDatagrams && lane.delivered == 0;
        lane.streams.clear();
        return all;
    }

    /** What each path has delivered so far, the best first. */
    public synchronized List<PathShare> shares() {
        StreamRegistry known = port;
        if (known != null) {
            lanes.forEach(lane -> deliveredSince(lane, known));
        }
        return lanes.stream()
                .filter(lane -> lane.delivered > 0)
                .map(lane -> new PathShare(names(lane.relays), lane.delivered))
                .sorted(Comparator.comparingLong(PathShare::bytes).reversed())
                .toList();
    }

    /** Releases what the control connection travelled on. */
    @Override
    public void close() {
        closed = true;
        detours.forEach(VirtualPath::close);
        detours.clear();
    }
}
