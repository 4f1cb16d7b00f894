package org.waybill.client.workflow.survey;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.api.HostProfile;
import org.waybill.api.Measurement;
import org.waybill.api.Quantity;
import org.waybill.client.dataset.DatasetSize;
import org.waybill.client.discovery.HostFindings;
import org.waybill.client.discovery.ProtocolUsability;
import org.waybill.client.endpoint.Scenario;
import org.waybill.client.probe.PathFacts;
import org.waybill.client.probe.TrainFacts;
import org.waybill.client.probe.host.HostFacts;

/**
 * Everything that was found out before anything is estimated.
 *
 * @param counted empty when the size could not be found out
 */
public record Survey(
        ProtocolUsability.Ends ends,
        End source,
        End destination,
        Optional<DatasetSize> counted,
        List<PathFacts> paths) {

    /**
     * One end.
     *
     * @param profile empty when the service does not answer
     * @param thisMachine whether it is this machine, by a name or by an address
     * @param nearby what answers at the best of the catalogue's hosts nearby; empty where the end needs none
     */
    public record End(HostFacts facts, Optional<HostProfile> profile, boolean thisMachine, List<HostFindings> nearby) {
        public End {
            nearby = List.copyOf(nearby);
        }
    }

    /** Whether both endpoints are this machine, so that no network is between them. */
    public boolean isOnOneMachine() {
        return source.thisMachine && destination.thisMachine;
    }

    /** What was measured of the network between this machine and the remote host, for the history. */
    public List<Measurement> measured() {
        PathFacts path = internetPath();
        if (path == null || isOnOneMachine() || ends.scenario() == Scenario.THIRD_PARTY) {
            return List.of();
        }
        String from = source.facts().host();
        String to = destination.facts().host();
        List<Measurement> measured = new ArrayList<>(path.measurements(from, to));
        TrainFacts.Direction forward = trainsForward();
        TrainFacts.Direction back = trainsBack();
        Instant at = path.measuredAt();
        if (forward != null && at != null) {
            measured.removeIf(one -> one.quantity() == Quantity.BOTTLENECK_BANDWIDTH);
            measured.add(forward.capacity(from, to, at));
        }
        if (back != null && at != null) {
            measured.add(back.capacity(to, from, at));
        }
        return List.copyOf(measured);
    }

    /** What packet trains between this machine and the remote host showed; null if there were none. */
    public @Nullable TrainFacts trains() {
        PathFacts path = internetPath();
        return path == null ? null : path.trains();
    }

    /** The same of the direction of the data. */
    TrainFacts.@Nullable Direction trainsForward() {
        TrainFacts trains = trains();
        return trains == null ? null : ends.source().isLocal() ? trains.there() : trains.back();
    }

    /** The same of the other direction. */
    TrainFacts.@Nullable Direction trainsBack() {
        TrainFacts trains = trains();
        return trains == null ? null : ends.source().isLocal() ? trains.back() : trains.there();
    }

    /** The path that estimates rest on: the Internet path, if one was found. */
    public @Nullable PathFacts internetPath() {
        return paths.stream()
                .filter(path -> path.kind() == PathFacts.Kind.INTERNET)
                .findFirst()
                .orElse(null);
    }
}
