package org.waybill.client.execution;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.waybill.api.TransferOutcome;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.estimate.Estimate;
import org.waybill.client.workflow.Workflow;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.option.PlannedCircuit;
import org.waybill.engine.CopyRules;
import org.waybill.engine.CopyRules.Extra;
import org.waybill.engine.CopyRules.Overwrite;
import org.waybill.engine.DataOptions;
import org.waybill.engine.Location;
import org.waybill.engine.NetworkPaths;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.cause.PathCapacity;
import org.waybill.engine.filter.EntryFilter;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;
import org.waybill.protocol.Tool;
import org.waybill.protocol.Transport;

/**
 * A transfer to be carried out.
 *
 * @param request what to copy, already in the terms of the transport
 * @param transport the mover's name: {@code tcp}, {@code sftp}, ...
 * @param sourceHost the host's name in the history
 * @param destinationHost likewise
 * @param files how many files are expected, 0 if unknown
 * @param forecast what was forecast, or {@link Estimate#UNKNOWN}
 * @param circuit to be reserved for it; null for none
 * @param named whether the user has named the transport, which is then kept
 * @param hops the transfers that it is made of where the data are stored at hosts between the endpoints, in order; empty
 *     for one transfer
 * @param bytes how much there is, -1 if unknown; only known for an order of several hops
 * @param sourcePort where the source's server is reached, 0 for its protocol's usual port; the histories of several
 *     ports of one host are not mixed
 * @param destinationPort likewise
 * @param capacity what advice measured of the direct path; null if unknown, or if the data take another one
 */
public record TransferOrder(
        TransferRequest request,
        String transport,
        String sourceHost,
        String destinationHost,
        long files,
        Estimate forecast,
        @Nullable PlannedCircuit circuit,
        boolean named,
        List<TransferOrder> hops,
        long bytes,
        int sourcePort,
        int destinationPort,
        @Nullable PathCapacity capacity) {
    public TransferOrder {
        hops = List.copyOf(hops);
    }

    /** An order of one transfer, without a forecast. @param named whether the user has named the transport */
    public static TransferOrder of(
            TransferRequest request,
            String transport,
            String sourceHost,
            String destinationHost,
            long files,
            boolean named) {
        return new TransferOrder(
                request,
                transport,
                sourceHost,
                destinationHost,
                files,
                Estimate.UNKNOWN,
                null,
                named,
                List.of(),
                -1,
                port(request.source(), 0),
                port(request.destination(), 0),
                null);
    }

    private static int port(Location at, int sshPort) {
        int usual = Protocols.named(at.scheme()).map(Protocol::defaultPort).orElse(0);
        int port = at.port() == 0 && at.isServedBy(Protocol.SSH) ? sshPort : at.port();
        return port == usual ? 0 : port;
    }

    private static int port(Location at, Endpoint named) {
        return port(at, at.host().equals(named.location().host()) ? named.sshPort() : 0);
    }

    /**
     * The same with the ports at which ssh_config says that SSH answers.
     *
     * @param source as the user named it, likewise the destination
     */
    public TransferOrder at(Endpoint source, Endpoint destination) {
        return changed(parts -> {
            parts.sourcePort = port(request.source(), source);
            parts.destinationPort = port(request.destination(), destination);
        });
    }

    /**
     * An option of an advice. Over a circuit the engine sends no faster than is reserved, since more would be dropped;
     * a copy that a catalogue of data lists is compared with the checksums that it lists.
     *
     * @param request the option's endpoints and what else the user requests
     * @param named whether the user has named the option
     */
    public static TransferOrder along(
            Workflow option,
            TransferRequest request,
            String sourceHost,
            String destinationHost,
            long files,
            boolean named) {
        PlannedCircuit circuit = option.circuit();
        TransferRequest described = option.replica() == null
                ? request
                : request.expecting(option.replica().expected());
        TransferRequest fitted = circuit != null && option.tool().equals(Tool.WAYBILL.command())
                ? described.within((long) circuit.bitsPerSecond())
                : described;
        // advice counts each name of a file, of which one is sent where the others become hard links
        boolean less = request.rules().keeps(Extra.HARD_LINKS)
                && Protocols.transport(option.transport())
                        .keepsHardLinks(
                                request.source().isLocal(),
                                request.destination().isLocal());
        return of(fitted, option.transport(), sourceHost, destinationHost, files, named)
                .changed(order -> {
                    order.forecast = less ? Estimate.UNKNOWN : option.estimate();
                    order.circuit = circuit;
                });
    }

    /**
     * The same by the transfers of a staged option; as it is for another option. What the user has asked for holds for
     * each of them, but what is at the destination matters to the last one only. The hosts between are no relays.
     *
     * @param allBytes how much there is, -1 if unknown
     */
    public TransferOrder along(Candidate option, long allBytes) {
        if (!option.isStaged()) {
            return this;
        }
        List<TransferOrder> parts = new ArrayList<>();
        for (int i = 0; i < option.legs().size(); i++) {
            parts.add(hop(option.legs().get(i), i == 0, i == option.legs().size() - 1));
        }
        return changed(whole -> {
            whole.request = request.over(NetworkPaths.DIRECT);
            whole.hops = parts;
            whole.bytes = allBytes;
        });
    }

    private TransferOrder hop(Candidate leg, boolean first, boolean last) {
        CopyRules asked = request.rules();
        CopyRules rules = new CopyRules(
                asked.links(),
                first ? asked.filter() : EntryFilter.ALL,
                last ? asked.overwrite() : Overwrite.DIFFERENT,
                last ? asked.backupDirectory() : "",
                asked.extras());
        TransferRequest part = request.between(leg.source(), leg.destination())
                .over(NetworkPaths.DIRECT)
                .with(new DataOptions(leg.streams(), request.rateBitsPerSecond(), request.verify()))
                .onDedicatedPath(false)
                .expecting(first ? request.expected() : List.of())
                .with(rules);
        return of(
                        part,
                        leg.transport(),
                        first ? sourceHost : leg.source().host(),
                        last ? destinationHost : leg.destination().host(),
                        files,
                        true)
                .changed(hop -> {
                    hop.sourcePort = first ? sourcePort : hop.sourcePort;
                    hop.destinationPort = last ? destinationPort : hop.destinationPort;
                });
    }

    /** Whether it resumes what the other has copied: by the same servers, or the same node over any path. */
    boolean sharesDataWith(TransferOrder other) {
        return isSame(request.source(), other.request.source())
                && isSame(request.destination(), other.request.destination());
    }

    private static boolean isSame(Location one, Location other) {
        return one.scheme().equals(other.scheme())
                && one.host().equalsIgnoreCase(other.host())
                && port(one, 0) == port(other, 0)
                && path(one).equals(path(other));
    }

    private static String path(Location at) {
        return at.isLocal() ? Path.of(at.path()).toAbsolutePath().normalize().toString() : at.path();
    }

    /** The endpoint that is not on this machine, for people; of two the destination. */
    String remote() {
        return new Endpoint(request.destination().isLocal() ? request.source() : request.destination(), true).format();
    }

    /** The same over a path that was measured. */
    public TransferOrder over(@Nullable PathCapacity measured) {
        return changed(parts -> parts.capacity = measured);
    }

    /** A report with its cause judged by the path's capacity, as far as that was measured. */
    TransferReport judged(TransferReport report) {
        return capacity == null
                ? report
                : report.because(capacity.judge(report.cause(), report.goodputBitsPerSecond()));
    }

    /** The same between other places of the same hosts. */
    TransferOrder between(Location from, Location to) {
        return changed(parts -> parts.request = request.between(from, to));
    }

    /** The same by another transport. */
    TransferOrder by(String carrier) {
        return changed(parts -> parts.transport = carrier);
    }

    /** The same with these in place of its own. */
    TransferOrder with(TransferRequest asked, String carrier, Estimate expected) {
        return changed(parts -> {
            parts.request = asked;
            parts.transport = carrier;
            parts.forecast = expected;
        });
    }

    private TransferOrder changed(Consumer<Parts> step) {
        Parts parts = new Parts(this);
        step.accept(parts);
        return parts.order();
    }

    /** The parts of an order, of which a step changes some. */
    private static final class Parts {
        private TransferRequest request;
        private String transport;
        private final String sourceHost;
        private final String destinationHost;
        private final long files;
        private Estimate forecast;
        private @Nullable PlannedCircuit circuit;
        private final boolean named;
        private List<TransferOrder> hops;
        private long bytes;
        private int sourcePort;
        private int destinationPort;
        private @Nullable PathCapacity capacity;

        Parts(TransferOrder of) {
            this.request = of.request;
            this.transport = of.transport;
            this.sourceHost = of.sourceHost;
            this.destinationHost = of.destinationHost;
            this.files = of.files;
            this.forecast = of.forecast;
            this.circuit = of.circuit;
            this.named = of.named;
            this.hops = of.hops;
            this.bytes = of.bytes;
            this.sourcePort = of.sourcePort;
            this.destinationPort = of.destinationPort;
            this.capacity = of.capacity;
        }

        TransferOrder order() {
            return new TransferOrder(
                    request,
                    transport,
                    sourceHost,
                    destinationHost,
                    files,
                    forecast,
                    circuit,
                    named,
                    hops,
                    bytes,
                    sourcePort,
                    destinationPort,
                    capacity);
        }
    }

    /**
     * The transport that continues where datagrams do not get through; null if there is none, or the user excludes it.
     */
    @Nullable
    String instead() {
        return !named && Protocols.transport(transport).isDatagrams() ? Transport.TCP.name() : null;
    }

    /** The path's name in the history: what was copied over a circuit says nothing of the path that others share. */
    String path(String via) {
        return circuit == null ? via : TransferOutcome.CIRCUIT + circuit.system();
    }
}
