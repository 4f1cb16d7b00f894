package org.waybill.client.workflow;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.waybill.api.AdvisorService;
import org.waybill.api.DataQuery;
import org.waybill.api.Forecast;
import org.waybill.api.ForecastBasis;
import org.waybill.api.ForecastQuery;
import org.waybill.api.FoundData;
import org.waybill.api.HistoryImport;
import org.waybill.api.HistoryImportReport;
import org.waybill.api.HopQuery;
import org.waybill.api.HostProfile;
import org.waybill.api.Located;
import org.waybill.api.Measurement;
import org.waybill.api.PairHistory;
import org.waybill.api.Place;
import org.waybill.api.PlaceBasis;
import org.waybill.api.RunningTransfer;
import org.waybill.api.ServiceEndpoint;
import org.waybill.api.ServiceException;
import org.waybill.api.ServiceInfo;
import org.waybill.api.TransferOutcome;
import org.waybill.api.circuit.Attachment;
import org.waybill.api.circuit.CircuitHold;
import org.waybill.api.circuit.CircuitOffer;
import org.waybill.api.circuit.CircuitQuery;
import org.waybill.api.circuit.CircuitReservation;
import org.waybill.api.circuit.TopologyFormat;
import org.waybill.api.circuit.TopologyReport;
import org.waybill.api.overlay.PathForecast;
import org.waybill.api.overlay.RelayOrders;
import org.waybill.api.overlay.RelayReport;
import org.waybill.api.overlay.RelayState;
import org.waybill.api.overlay.RouteRequest;
import org.waybill.api.overlay.SignedRoute;
import org.waybill.api.storage.StorageAsk;
import org.waybill.api.storage.StorageFacts;
import org.waybill.api.storage.StorageRequest;
import org.waybill.api.storage.StorageSpace;

/** A service whose history and catalogue a test wrote. */
final class FakeService implements AdvisorService {
    /** Seconds by transport, or by source host and transport, as from the history. */
    Map<String, Double> history = Map.of();
    Map<String, HostProfile> profiles = Map.of();
    List<CircuitOffer> offers = List.of();
    StorageFacts storage;
    FoundData found = new FoundData(List.of(), List.of(), List.of());
    final List<CircuitQuery> quoted = java.util.Collections.synchronizedList(new ArrayList<>());
    final List<ServiceEndpoint> reported = java.util.Collections.synchronizedList(new ArrayList<>());
    final List<ForecastQuery> asked = java.util.Collections.synchronizedList(new ArrayList<>());

    @Override
    public ServiceInfo info() {
        return new ServiceInfo("fake", "0", Instant.EPOCH, List.of());
    }

    @Override
    public HostProfile profile(String host) {
        return profiles.getOrDefault(host, new HostProfile(host, "", "", null, List.of(), List.of(), List.of(),
                List.of()));
    }

    @Override
    public List<Located> locate(List<HopQuery> hops) {
        return hops.stream().map(hop -> new Located(hop.address(),
                new Place("Batavia", "US", 41.84, -88.25, PlaceBasis.IP_DATABASE))).toList();
    }

    @Override
    public List<Forecast> forecast(List<ForecastQuery> queries) {
        asked.addAll(queries);
        return queries.stream().map(this::forecast).toList();
    }

    private Forecast forecast(ForecastQuery query) {
        Double seconds = history.getOrDefault(query.sourceHost() + " " + query.transport(),
                history.get(query.transport()));
        return seconds == null ? new Forecast("", null, null, null, ForecastBasis.UNKNOWN, "none", 0, null)
                : new Forecast("f-" + query.transport(), seconds, seconds * 1.5, query.bytes() * 8 / seconds,
                        ForecastBasis.HISTORY, "time-model", 9, 7.0);
    }

    @Override
    public void reportServices(String host, List<ServiceEndpoint> found) {
        reported.addAll(found);
    }

    @Override
    public void recordTransfers(List<TransferOutcome> outcomes) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void reportRunning(RunningTransfer running) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<RunningTransfer> running() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void recordMeasurements(List<Measurement> measurements) {
        throw new UnsupportedOperationException();
    }

    @Override
    public HistoryImportReport importHistory(HistoryImport part) {
        throw new UnsupportedOperationException("advice imports nothing");
    }

    @Override
    public FoundData findData(DataQuery query) {
        return found;
    }

    @Override
    public PairHistory history(String sourceHost, String destinationHost, int limit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<CircuitOffer> quoteCircuits(CircuitQuery query) {
        quoted.add(query);
        return offers;
    }

    @Override
    public CircuitReservation holdCircuit(CircuitHold hold) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CircuitReservation commitCircuit(String id) {
        throw new UnsupportedOperationException();
    }

    @Override
    public CircuitReservation releaseCircuit(String id) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<CircuitReservation> circuits(boolean all, int limit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public TopologyReport importTopology(String system, TopologyFormat format, String text) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void attach(Attachment attachment) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<Attachment> attachments(String system) {
        throw new UnsupportedOperationException();
    }

    @Override
    public RelayOrders reportRelay(RelayReport report) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<RelayState> relays() {
        return List.of();
    }

    @Override
    public SignedRoute signRoute(RouteRequest request) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<PathForecast> virtualPaths(String source, String destination, int most) {
        return List.of();
    }

    @Override
    public StorageFacts storage(String surl) {
        if (storage == null) {
            throw new ServiceException(ServiceException.NOT_FOUND, "no storage system there");
        }
        return storage;
    }

    @Override
    public StorageRequest prepareStorage(StorageAsk ask) {
        throw new UnsupportedOperationException();
    }

    @Override
    public StorageRequest storageStatus(String surl, String token, boolean write) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void finishStorage(String surl, String token, boolean write, boolean good) {
        throw new UnsupportedOperationException();
    }

    @Override
    public StorageSpace reserveSpace(String surl, long bytes, long seconds) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<StorageSpace> spaces(String surl) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void releaseSpace(String surl, String token) {
        throw new UnsupportedOperationException();
    }
}
