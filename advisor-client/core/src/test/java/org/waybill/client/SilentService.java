package org.waybill.client;

import java.util.List;
import java.util.Optional;
import org.waybill.api.AdvisorService;
import org.waybill.api.DataQuery;
import org.waybill.api.Forecast;
import org.waybill.api.ForecastQuery;
import org.waybill.api.FoundData;
import org.waybill.api.HistoryAccount;
import org.waybill.api.HistoryImport;
import org.waybill.api.HistoryImportReport;
import org.waybill.api.HopQuery;
import org.waybill.api.HostProfile;
import org.waybill.api.Located;
import org.waybill.api.Measurement;
import org.waybill.api.PairHistory;
import org.waybill.api.RunningTransfer;
import org.waybill.api.ServiceEndpoint;
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
import org.waybill.api.task.LeaseEnd;
import org.waybill.api.task.LeaseOrder;
import org.waybill.api.task.LeaseProgress;
import org.waybill.api.task.LeaseRequest;
import org.waybill.api.task.ServiceTask;
import org.waybill.api.task.TaskLease;
import org.waybill.api.task.TaskSubmission;
import org.waybill.api.task.WorkerState;

/** A service that answers nothing: tests override what they expect to be asked. */
public class SilentService implements AdvisorService {
    protected SilentService() {}

    private static UnsupportedOperationException unasked() {
        return new UnsupportedOperationException("this test does not expect to be asked that");
    }

    @Override
    public ServiceInfo info() {
        throw unasked();
    }

    @Override
    public HostProfile profile(String host) {
        throw unasked();
    }

    @Override
    public List<Located> locate(List<HopQuery> hops) {
        throw unasked();
    }

    @Override
    public List<Forecast> forecast(List<ForecastQuery> queries) {
        throw unasked();
    }

    @Override
    public void reportServices(String host, List<ServiceEndpoint> found) {
        throw unasked();
    }

    @Override
    public List<HistoryAccount> historyAccounts(String sourceHost, String destinationHost) {
        throw unasked();
    }

    @Override
    public int deleteHistory(String account) {
        throw unasked();
    }

    @Override
    public void recordTransfers(List<TransferOutcome> outcomes) {
        throw unasked();
    }

    @Override
    public void reportRunning(RunningTransfer running) {
        throw unasked();
    }

    @Override
    public List<RunningTransfer> running() {
        throw unasked();
    }

    @Override
    public void recordMeasurements(List<Measurement> measurements) {
        throw unasked();
    }

    @Override
    public HistoryImportReport importHistory(HistoryImport part) {
        throw unasked();
    }

    @Override
    public FoundData findData(DataQuery query) {
        throw unasked();
    }

    @Override
    public PairHistory history(String sourceHost, String destinationHost, int limit) {
        throw unasked();
    }

    @Override
    public List<CircuitOffer> quoteCircuits(CircuitQuery query) {
        throw unasked();
    }

    @Override
    public CircuitReservation holdCircuit(CircuitHold hold) {
        throw unasked();
    }

    @Override
    public CircuitReservation commitCircuit(String id) {
        throw unasked();
    }

    @Override
    public CircuitReservation releaseCircuit(String id) {
        throw unasked();
    }

    @Override
    public List<CircuitReservation> circuits(boolean all, int limit) {
        throw unasked();
    }

    @Override
    public TopologyReport importTopology(String system, TopologyFormat format, String text) {
        throw unasked();
    }

    @Override
    public void attach(Attachment attachment) {
        throw unasked();
    }

    @Override
    public List<Attachment> attachments(String system) {
        throw unasked();
    }

    @Override
    public RelayOrders reportRelay(RelayReport report) {
        throw unasked();
    }

    @Override
    public List<RelayState> relays() {
        throw unasked();
    }

    @Override
    public SignedRoute signRoute(RouteRequest request) {
        throw unasked();
    }

    @Override
    public List<PathForecast> virtualPaths(String source, String destination, int most) {
        throw unasked();
    }

    @Override
    public StorageFacts storage(String surl) {
        throw unasked();
    }

    @Override
    public StorageRequest prepareStorage(StorageAsk ask) {
        throw unasked();
    }

    @Override
    public StorageRequest storageStatus(String surl, String token, boolean write) {
        throw unasked();
    }

    @Override
    public void finishStorage(String surl, String token, boolean write, boolean good) {
        throw unasked();
    }

    @Override
    public StorageSpace reserveSpace(String surl, long bytes, long seconds) {
        throw unasked();
    }

    @Override
    public List<StorageSpace> spaces(String surl) {
        throw unasked();
    }

    @Override
    public void releaseSpace(String surl, String token) {
        throw unasked();
    }

    @Override
    public ServiceTask submitTask(TaskSubmission submission) {
        throw unasked();
    }

    @Override
    public List<ServiceTask> tasks(boolean all, int limit) {
        throw unasked();
    }

    @Override
    public ServiceTask task(long id) {
        throw unasked();
    }

    @Override
    public Optional<String> taskDocument(long id) {
        throw unasked();
    }

    @Override
    public ServiceTask pauseTask(long id) {
        throw unasked();
    }

    @Override
    public ServiceTask resumeTask(long id) {
        throw unasked();
    }

    @Override
    public ServiceTask cancelTask(long id) {
        throw unasked();
    }

    @Override
    public List<WorkerState> workers() {
        throw unasked();
    }

    @Override
    public WorkerState drainWorker(String name, boolean draining) {
        throw unasked();
    }

    @Override
    public List<TaskLease> leaseTasks(LeaseRequest request) {
        throw unasked();
    }

    @Override
    public LeaseOrder renewLease(LeaseProgress progress) {
        throw unasked();
    }

    @Override
    public LeaseOrder endLease(LeaseEnd end) {
        throw unasked();
    }
}
