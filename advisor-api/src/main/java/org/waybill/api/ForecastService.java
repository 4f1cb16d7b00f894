package org.waybill.api;

import java.util.List;

/** Forecasts, and what they are made from: hosts, their places, the history of transfers, and where data are. */
public interface ForecastService {
    /** Who answers. */
    ServiceInfo info();

    /** What the catalogue knows of a host given by name or address; an empty profile when it knows nothing. */
    HostProfile profile(String host);

    /** Places of hosts and hops, in the order asked; at most 256 at once. */
    List<Located> locate(List<HopQuery> hops);

    /** Forecasts, in the order asked, each stored so that its outcome can be scored; at most 256 at once. */
    @Bulk
    List<Forecast> forecast(List<ForecastQuery> queries);

    /** Reports to the catalogue what discovery found open at a host (Lu 2011, section 4.1.3.3). */
    void reportServices(String host, List<ServiceEndpoint> found);

    /** Adds finished transfers to the history; known ids are left alone. At most 1,000 at once. */
    @Bulk
    void recordTransfers(List<TransferOutcome> outcomes);

    /** Says how far a transfer is; to be repeated every few seconds, for one that is not heard of is not shown. */
    void reportRunning(RunningTransfer running);

    /** The transfers that were heard of in the last half minute, the newest first; at most 200. */
    @Bulk
    List<RunningTransfer> running();

    /** Adds measurements to the history. At most 1,000 at once. */
    @Bulk
    void recordMeasurements(List<Measurement> measurements);

    /** Takes a part of a file of foreign records into the history; may be repeated. At most 6 MiB of text at once. */
    @Bulk
    HistoryImportReport importHistory(HistoryImport part);

    /** Where data are, by the catalogues that the operator listed; forecasts say which replica to take. */
    @Bulk
    FoundData findData(DataQuery query);

    /** The newest {@code limit} (1..1000) transfers and measurements of a pair; an empty host means any. */
    @Bulk
    PairHistory history(String sourceHost, String destinationHost, int limit);

    /** Who added to the history of a pair, by name; an empty host means any. For administrators. */
    @Bulk
    List<HistoryAccount> historyAccounts(String sourceHost, String destinationHost);

    /** Removes all that an account has added to the history, and says how many records. For administrators. */
    int deleteHistory(String account);
}
