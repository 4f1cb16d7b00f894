package org.waybill.client.workflow;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.waybill.api.DataQuery;
import org.waybill.api.Forecast;
import org.waybill.api.ForecastBasis;
import org.waybill.api.ForecastQuery;
import org.waybill.api.FoundData;
import org.waybill.api.HopQuery;
import org.waybill.api.HostProfile;
import org.waybill.api.Located;
import org.waybill.api.Place;
import org.waybill.api.PlaceBasis;
import org.waybill.api.ServiceEndpoint;
import org.waybill.api.ServiceException;
import org.waybill.api.ServiceInfo;
import org.waybill.api.circuit.CircuitOffer;
import org.waybill.api.circuit.CircuitQuery;
import org.waybill.api.overlay.PathForecast;
import org.waybill.api.overlay.RelayState;
import org.waybill.api.storage.StorageFacts;
import org.waybill.client.SilentService;

/** A service whose history and catalogue a test wrote. */
public final class FakeService extends SilentService {
    /** Seconds by transport, or by source host and transport, as from the history. */
    public Map<String, Double> history = Map.of();

    public Map<String, HostProfile> profiles = Map.of();
    public List<CircuitOffer> offers = List.of();
    List<PathForecast> paths = List.of();
    StorageFacts storage;
    public FoundData found = new FoundData(List.of(), List.of(), List.of());
    public final List<CircuitQuery> quoted = Collections.synchronizedList(new ArrayList<>());
    final List<ServiceEndpoint> reported = Collections.synchronizedList(new ArrayList<>());
    final List<ForecastQuery> asked = Collections.synchronizedList(new ArrayList<>());

    @Override
    public ServiceInfo info() {
        return new ServiceInfo("fake", "0", Instant.EPOCH, List.of());
    }

    @Override
    public HostProfile profile(String host) {
        return profiles.getOrDefault(
                host, new HostProfile(host, "", "", null, List.of(), List.of(), List.of(), List.of()));
    }

    @Override
    public List<Located> locate(List<HopQuery> hops) {
        return hops.stream()
                .map(hop ->
                        new Located(hop.address(), new Place("Batavia", "US", 41.84, -88.25, PlaceBasis.IP_DATABASE)))
                .toList();
    }

    @Override
    public List<Forecast> forecast(List<ForecastQuery> queries) {
        asked.addAll(queries);
        return queries.stream().map(this::forecast).toList();
    }

    private Forecast forecast(ForecastQuery query) {
        Double seconds =
                history.getOrDefault(query.sourceHost() + " " + query.transport(), history.get(query.transport()));
        return seconds == null
                ? new Forecast("", null, null, null, ForecastBasis.UNKNOWN, "none", 0, null, null)
                : new Forecast(
                        "f-" + query.transport(),
                        seconds,
                        seconds * 1.5,
                        query.bytes() * 8 / seconds,
                        ForecastBasis.HISTORY,
                        "time-model",
                        9,
                        7.0,
                        null);
    }

    @Override
    public void reportServices(String host, List<ServiceEndpoint> found) {
        reported.addAll(found);
    }

    @Override
    public FoundData findData(DataQuery query) {
        return found;
    }

    @Override
    public List<CircuitOffer> quoteCircuits(CircuitQuery query) {
        quoted.add(query);
        return offers;
    }

    @Override
    public List<RelayState> relays() {
        return List.of();
    }

    @Override
    public List<PathForecast> virtualPaths(String source, String destination, int most) {
        return paths;
    }

    @Override
    public StorageFacts storage(String surl) {
        if (storage == null) {
            throw new ServiceException(ServiceException.NOT_FOUND, "no storage system there");
        }
        return storage;
    }
}
