package org.waybill.client.workflow.survey;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.api.HostProfile;
import org.waybill.api.Measurement;
import org.waybill.client.dataset.DatasetSize;
import org.waybill.client.discovery.HostFindings;
import org.waybill.client.discovery.ProtocolUsability;
import org.waybill.client.endpoint.Scenario;
import org.waybill.client.probe.PathFacts;
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
     * @param addresses empty for a local end
     * @param nearby what answers at the best of the catalogue's hosts nearby; empty where the end needs none
     * @param sameAtNode whether a path there certainly means the same files to a node as to SSH; of a local end true
     */
    public record End(
            HostFacts facts,
            Optional<HostProfile> profile,
            List<InetAddress> addresses,
            List<HostFindings> nearby,
            boolean sameAtNode) {
        public End {
            nearby = List.copyOf(nearby);
        }

        boolean isThisMachine() {
            return isThisMachine(addresses);
        }

        /** @param addresses of an endpoint, none for a local one */
        static boolean isThisMachine(List<InetAddress> addresses) {
            return addresses.stream().allMatch(LocalAddresses::owns);
        }
    }

    /** Whether a path for SSH, at whichever end, is certainly one for a node. */
    public boolean isSameAtNodes() {
        return source.sameAtNode && destination.sameAtNode;
    }

    /** Whether both endpoints are this machine, so that no network is between them. */
    public boolean isOnOneMachine() {
        return source.isThisMachine() && destination.isThisMachine();
    }

    /** What was measured of the network between this machine and the remote host, for the history. */
    public List<Measurement> measured() {
        PathFacts path = internetPath();
        return path == null || isOnOneMachine() || ends.scenario() == Scenario.THIRD_PARTY
                ? List.of()
                : path.measurements(source.facts().host(), destination.facts().host());
    }

    /** The path that estimates rest on: the Internet path, if one was found. */
    public @Nullable PathFacts internetPath() {
        return paths.stream()
                .filter(path -> path.kind() == PathFacts.Kind.INTERNET)
                .findFirst()
                .orElse(null);
    }
}
