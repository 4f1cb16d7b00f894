package org.waybill.client.workflow.survey;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.waybill.api.HopQuery;
import org.waybill.api.HostProfile;
import org.waybill.api.Located;
import org.waybill.api.Place;
import org.waybill.client.probe.Hop;
import org.waybill.client.probe.PathFacts;
import org.waybill.client.probe.host.HostFacts;

/** Puts the hosts and the hops on the map, as far as the service knows them; one call for all of them. */
public final class GeoLookup {
    private final Survey survey;
    private final List<PathFacts> paths;
    private final Map<String, Place> places = new HashMap<>();

    /** @param circuits paths besides those of the survey */
    public GeoLookup(AdvisorConnection desk, Survey survey, List<PathFacts> circuits) throws InterruptedException {
        this.survey = survey;
        this.paths = Stream.concat(survey.paths().stream(), circuits.stream()).toList();
        Map<String, HopQuery> asked = new LinkedHashMap<>();
        for (Survey.End end : List.of(survey.source(), survey.destination())) {
            end.facts().addresses().stream()
                    .limit(1)
                    .forEach(address ->
                            asked.put(address, new HopQuery(address, end.facts().host(), null)));
        }
        for (PathFacts path : paths) {
            for (Hop hop : path.hops()) {
                String key = key(hop);
                if (!key.isEmpty()) {
                    asked.put(key, new HopQuery(key, hop.name(), hop.rttMillis()));
                }
            }
        }
        for (Located located : desk.locate(List.copyOf(asked.values()))) {
            if (located.place() != null) {
                places.put(located.address(), located.place());
            }
        }
    }

    /** The address; of a circuit's devices only the names are known. */
    private static String key(Hop hop) {
        return hop.address() != null ? hop.address() : hop.name() == null ? "" : hop.name();
    }

    public HostFacts source() {
        return placed(survey.source());
    }

    public HostFacts destination() {
        return placed(survey.destination());
    }

    /** The catalogue knows better than an address. */
    private HostFacts placed(Survey.End end) {
        Place known = end.profile().map(HostProfile::place).orElse(null);
        List<String> addresses = end.facts().addresses();
        return end.facts().at(known != null ? known : addresses.isEmpty() ? null : places.get(addresses.getFirst()));
    }

    public List<PathFacts> paths() {
        List<PathFacts> placed = new ArrayList<>();
        for (PathFacts path : paths) {
            List<Hop> hops = path.hops().stream()
                    .map(hop -> new Hop(
                            hop.address(), hop.name(), hop.rttMillis(), places.getOrDefault(key(hop), hop.place())))
                    .toList();
            placed.add(path.over(hops));
        }
        return placed;
    }
}
