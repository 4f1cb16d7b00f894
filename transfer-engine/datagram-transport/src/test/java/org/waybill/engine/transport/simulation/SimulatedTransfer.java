package org.waybill.engine.transport.simulation;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.LongConsumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.waybill.engine.transport.AckPolicy;
import org.waybill.engine.transport.CircuitBreaker;
import org.waybill.engine.transport.Connection;
import org.waybill.engine.transport.DataSink;
import org.waybill.engine.transport.DataSource;
import org.waybill.engine.transport.Handshake;
import org.waybill.engine.transport.RangeSet;
import org.waybill.engine.transport.RateController;
import org.waybill.engine.transport.ReceivedData;
import org.waybill.engine.transport.ReceiverConfig;
import org.waybill.engine.transport.SenderConfig;
import org.waybill.engine.transport.SessionParameters;
import org.waybill.engine.transport.TransportEndpoint;
import org.waybill.engine.transport.UnsentRanges;
import org.waybill.engine.transport.protection.AeadProtection;
import org.waybill.engine.transport.protection.ChecksumProtection;
import org.waybill.engine.transport.protection.CookieJar;
import org.waybill.engine.transport.protection.Protection;

/** One file from one host to another over a simulated path, with crashes, new addresses and clock steps on the way. */
final class SimulatedTransfer {
    private static final long SECOND = 1_000_000_000L;
    private static final long MAX_STEPS = 10_000_000;

    /** Chooses how datagrams are protected; a test may choose badly. */
    interface Protecting {
        Protection of(byte[] secret, long connectionId, boolean initiator);
    }

    /** What happens besides the path's own faults, at moments in ns; -1 for never. */
    record Incidents(
            long senderCrashNs,
            long receiverCrashNs,
            long senderMovesNs,
            long receiverMovesNs,
            long senderClockStepNs,
            long receiverClockStepNs,
            long clockStepBy) {
        static final Incidents NONE = new Incidents(-1, -1, -1, -1, -1, -1, 0);

        static Incidents random(Random random) {
            boolean senderMoves = random.nextBoolean();
            long movesNs = moment(random, 2);
            return new Incidents(
                    moment(random, 4),
                    moment(random, 4),
                    senderMoves ? movesNs : -1,
                    senderMoves ? -1 : movesNs,
                    moment(random, 4),
                    moment(random, 4),
                    (random.nextBoolean() ? 1 : -1) * 3600 * SECOND);
        }

        private static long moment(Random random, int oneIn) {
            return random.nextInt(oneIn) == 0 ? random.nextLong(3 * SECOND) : -1;
        }

        List<Long> moments() {
            return Stream.of(
                            senderCrashNs,
                            receiverCrashNs,
                            senderMovesNs,
                            receiverMovesNs,
                            senderClockStepNs,
                            receiverClockStepNs)
                    .filter(at -> at >= 0)
                    .distinct()
                    .sorted()
                    .toList();
        }
    }

    private final Random random;
    private final Conditions conditions;
    private final Incidents incidents;
    private final byte[] file;
    private final byte[] stored;
    private final int[] writes;
    private int blockBytes;
    private int windowPackets = 1 << 13;
    private boolean cookieKnown;
    private boolean translated;
    private CircuitBreaker.Limits breaker = CircuitBreaker.OFF;
    private final boolean senderInitiates;
    private final RateController controller;
    private final AckPolicy policy;
    private final SimulatedLink forth;
    private final SimulatedLink back;
    private Protecting protecting = AeadProtection::new;
    private UnaryOperator<TransportEndpoint> senderWrapper = UnaryOperator.identity();
    private UnaryOperator<TransportEndpoint> receiverWrapper = UnaryOperator.identity();
    private final List<Long> bins = new ArrayList<>();
    private LongConsumer onBin = _ -> {};
    private long binNs;
    private long completeNs;
    private Connection sender;
    private Connection receiver;
    private ReceivedData received;
    private long refused;
    private long senderWireBytes;
    private long acks;
    private Simulation simulation;
    private Simulation.Host senderHost;
    private Simulation.Host receiverHost;

    SimulatedTransfer(
            long seed,
            Conditions conditions,
            Incidents incidents,
            int fileBytes,
            RateController controller,
            AckPolicy policy) {
        random = new Random(seed ^ 0x5DEECE66DL);
        this.conditions = conditions;
        this.incidents = incidents;
        this.controller = controller;
        this.policy = policy;
        file = new byte[fileBytes];
        random.nextBytes(file);
        stored = new byte[fileBytes];
        writes = new int[fileBytes];
        blockBytes = 2_000 + random.nextInt(60_000);
        senderInitiates = random.nextBoolean();
        forth = new SimulatedLink(conditions, seed * 2 + 1);
        back = new SimulatedLink(conditions, seed * 2 + 2);
    }

    SimulatedTransfer protecting(Protecting how) {
        protecting = how;
        return this;
    }

    /** For long fat paths: more packets under way, larger blocks. */
    SimulatedTransfer large() {
        windowPackets = 1 << 17;
        blockBytes = SessionParameters.DEFAULT_BLOCK_BYTES;
        return this;
    }

    /** The initiator has the responder's cookie from the control channel: what it sends follows the HELLO at once. */
    SimulatedTransfer withCookieKnown(boolean known) {
        cookieKnown = known;
        return this;
    }

    /** The initiator's address is not the one that the cookie was made for. */
    SimulatedTransfer behindATranslator() {
        translated = true;
        return this;
    }

    /** What has arrived but waits for something before it. */
    long bytesOutOfOrder() {
        return received.storedBytes() - received.contiguousBytes();
    }

    boolean isSenderInitiator() {
        return senderInitiates;
    }

    /** When the receiver had everything, in a run that was watched. */
    long completeNs() {
        return completeNs;
    }

    SimulatedTransfer withBreaker(CircuitBreaker.Limits limits) {
        breaker = limits;
        return this;
    }

    /** The laboratory's checksum instead of the cipher. */
    SimulatedTransfer withoutCipher() {
        return protecting((secret, id, initiator) -> new ChecksumProtection());
    }

    SimulatedTransfer wrapping(UnaryOperator<TransportEndpoint> ofSender, UnaryOperator<TransportEndpoint> ofReceiver) {
        senderWrapper = ofSender;
        receiverWrapper = ofReceiver;
        return this;
    }

    /** Runs to the end; returns whether both ends finished in the time and steps allowed. */
    boolean run(long limitNs) {
        received = new ReceivedData(sink(), List.of());
        connect();
        senderHost = new Simulation.Host(forth, senderWrapper.apply(sender), random.nextLong());
        receiverHost = new Simulation.Host(back, receiverWrapper.apply(receiver), random.nextLong());
        simulation = new Simulation(senderHost, receiverHost);
        for (long moment : incidents.moments()) {
            if (simulation.runUntil(moment, MAX_STEPS)) {
                break;
            }
            happen(moment);
        }
        boolean finished = binNs > 0 ? watch(limitNs) : simulation.runUntil(limitNs, MAX_STEPS);
        count();
        return finished;
    }

    /** Watches how much is stored in each stretch of time; {@code onBin} may change the world between them. */
    SimulatedTransfer watching(long everyNs, LongConsumer onBin) {
        binNs = everyNs;
        this.onBin = onBin;
        return this;
    }

    /** The receiver's address is another one from now on, as behind a translator that forgets. */
    void moveReceiver() {
        receiverHost.changeAddress();
    }

    private boolean watch(long limitNs) {
        long before = 0;
        for (long atNs = binNs; atNs <= limitNs; atNs += binNs) {
            boolean done = simulation.runUntil(atNs, MAX_STEPS);
            bins.add(received.storedBytes() - before);
            before = received.storedBytes();
            if (received.isComplete() && completeNs == 0) {
                completeNs = simulation.nowNs();
            }
            if (done) {
                return true;
            }
            onBin.accept(atNs);
        }
        return false;
    }

    private void happen(long moment) {
        if (moment == incidents.senderCrashNs() || moment == incidents.receiverCrashNs()) {
            count();
            // what was not yet in the ledger on disk is forgotten and comes again
            List<RangeSet.Range> ledger = received.ranges().stream()
                    .filter(_ -> random.nextInt(4) > 0)
                    .toList();
            received = new ReceivedData(sink(), ledger);
            connect();
            senderHost.endpoint(senderWrapper.apply(sender));
            receiverHost.endpoint(receiverWrapper.apply(receiver));
        }
        // no one can find a responder that moves before the first word; its control channel would show it
        if (moment == incidents.senderMovesNs() && (senderInitiates || receiver.isEstablished())) {
            senderHost.changeAddress();
        }
        if (moment == incidents.receiverMovesNs() && (!senderInitiates || sender.isEstablished())) {
            receiverHost.changeAddress();
        }
        if (moment == incidents.senderClockStepNs()) {
            senderHost.stepClock(incidents.clockStepBy());
        }
        if (moment == incidents.receiverClockStepNs()) {
            receiverHost.stepClock(incidents.clockStepBy());
        }
    }

    private void connect() {
        Arrays.fill(writes, 0);
        received.ranges().forEach(there -> Arrays.fill(writes, (int) there.start(), (int) there.end(), 1));
        long id = random.nextLong();
        byte[] secret = new byte[32];
        random.nextBytes(secret);
        CookieJar jar = new CookieJar(secret.clone());
        SessionParameters session = new SessionParameters(
                id,
                senderInitiates,
                blockBytes,
                SessionParameters.ETHERNET_DATAGRAM_BYTES,
                100_000_000,
                windowPackets,
                120 * SECOND,
                120 * SECOND);
        byte own = (byte) (translated ? 99 : senderInitiates ? peerAddress(senderHost) : peerAddress(receiverHost));
        Handshake first = Handshake.initiator(
                senderInitiates ? peerAddress(receiverHost) : peerAddress(senderHost),
                cookieKnown ? jar.bake(0, new byte[] {own}, id) : new byte[0]);
        Handshake second = Handshake.responder(jar, path -> new byte[] {(byte) path}, id);
        DataSource source = source();
        sender = Connection.sender(
                session,
                protecting.of(secret, id, senderInitiates),
                senderInitiates ? first : second,
                new SenderConfig(
                        source,
                        UnsentRanges.of(source, RangeSet.of(received.ranges()).missingBelow(file.length)),
                        controller,
                        breaker));
        receiver = Connection.receiver(
                session,
                protecting.of(secret, id, !senderInitiates),
                senderInitiates ? second : first,
                new ReceiverConfig(received, policy));
    }

    private static int peerAddress(Simulation.Host host) {
        return host == null ? 1 : host.address();
    }

    private DataSource source() {
        return new DataSource() {
            @Override
            public void read(long offset, ByteBuffer into) {
                into.put(file, (int) offset, into.remaining());
            }

            @Override
            public long availableBytes() {
                return file.length;
            }

            @Override
            public long totalBytes() {
                return file.length;
            }
        };
    }

    private DataSink sink() {
        return (offset, data) -> {
            for (int at = (int) offset; data.hasRemaining(); at++) {
                stored[at] = data.get();
                writes[at]++;
            }
        };
    }

    private void count() {
        refused += sender.counters().refusedDatagrams() + receiver.counters().refusedDatagrams();
        senderWireBytes += sender.counters().sentWireBytes();
        acks += receiver.counters().acks();
    }

    boolean isFileEqual() {
        return Arrays.equals(file, stored);
    }

    boolean isEachByteWrittenOnce() {
        return Arrays.stream(writes).allMatch(count -> count == 1);
    }

    boolean isComplete() {
        return sender.isComplete() && receiver.isComplete();
    }

    int blockBytes() {
        return blockBytes;
    }

    Connection sender() {
        return sender;
    }

    Connection receiver() {
        return receiver;
    }

    Simulation simulation() {
        return simulation;
    }

    /** Datagrams with a wrong bit that reached a live end. */
    long flippedArrived() {
        return senderHost.flippedArrived() + receiverHost.flippedArrived();
    }

    long refused() {
        return refused;
    }

    long senderWireBytes() {
        return senderWireBytes;
    }

    /** File bits per second, from the first datagram to the receiver's knowledge that all is there. */
    double goodputBitsPerSecond() {
        return file.length * 8e9 / completeNs;
    }

    /** New bytes stored between two moments of a run that was watched. */
    List<Long> storedEachBin() {
        return bins;
    }

    long acks() {
        return acks;
    }

    @Override
    public String toString() {
        return "bytes=" + file.length + " block=" + blockBytes + " senderInitiates=" + senderInitiates + " steps="
                + (simulation == null ? 0 : simulation.steps()) + " time="
                + (simulation == null ? 0 : simulation.nowNs() / 1_000_000) + "ms sender=" + sender.ending()
                + " receiver=" + receiver.ending() + " stored=" + received.storedBytes() + "\n" + conditions + "\n"
                + incidents;
    }
}
