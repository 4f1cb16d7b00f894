package org.waybill.service.profile;

import java.util.Comparator;
import java.util.List;
import org.waybill.api.NearbyHost;
import org.waybill.api.ServiceEndpoint;
import org.waybill.protocol.Protection;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.ToolUse;

/** Which nearby hosts are worth a detour: by what their best service can do for bulk data, then by distance. */
final class NearbyOrder {
    private NearbyOrder() {}

    /** Seen from a host; what shares its domain or subnet is near even if its place is unknown. */
    static Comparator<NearbyHost> bestFirst(String from) {
        return Comparator.comparingInt((NearbyHost host) -> -capability(host.services()))
                .thenComparingDouble(NearbyOrder::distance)
                .thenComparing(host -> !sharesDomain(from, host.host()))
                .thenComparing(NearbyHost::host);
    }

    private static boolean sharesDomain(String from, String host) {
        int dot = from.indexOf('.');
        return dot > 0 && HostNames.address(from).isEmpty() && host.endsWith(from.substring(dot));
    }

    private static int capability(List<ServiceEndpoint> services) {
        return services.stream()
                .mapToInt(service -> capability(service.protocol()))
                .max()
                .orElse(0);
    }

    /** Parallel streams or third-party copy first, then one stream with security, then the rest. */
    static int capability(Protocol protocol) {
        boolean parallel = protocol.tools().stream().anyMatch(ToolUse::parallel);
        boolean secure = protocol.protection() == Protection.ENCRYPTED;
        if (parallel && protocol.isThirdParty()) {
            return protocol.transports().isEmpty() ? 4 : 5;
        }
        return parallel || (secure && protocol.isThirdParty()) ? 3 : secure ? 2 : 1;
    }

    private static double distance(NearbyHost host) {
        Double kilometres = host.distanceKm();
        // without a known place it is here for its domain or subnet
        return kilometres == null ? 0 : kilometres;
    }
}
