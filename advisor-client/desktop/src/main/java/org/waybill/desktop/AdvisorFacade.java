package org.waybill.desktop;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.waybill.api.PairHistory;
import org.waybill.client.activity.Journal;
import org.waybill.client.activity.JournalEntry;
import org.waybill.client.dataset.DatasetSize;
import org.waybill.client.endpoint.Bookmarks;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.endpoint.EndpointNames;
import org.waybill.client.execution.TransferResult;
import org.waybill.client.livediscovery.LiveDiscovery;
import org.waybill.client.workflow.Advisor;
import org.waybill.client.workflow.option.AdviceRequest;
import org.waybill.desktop.activity.BackgroundTasks;
import org.waybill.desktop.endpoint.DatasetSearch;
import org.waybill.desktop.endpoint.FileActions;
import org.waybill.desktop.profile.VaultModel;
import org.waybill.desktop.workflow.CircuitQuotes;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.filter.EntryFilter;

/** What the desktop asks of the client's core. Blocking, except for the accessors; an interrupt stops the work. */
public interface AdvisorFacade extends AutoCloseable {
    /** Starts what takes time and will be needed: the advisor service. Returns at once. */
    void prepare();

    /** Advice, observed by {@code lookout}; {@code notes} hears what is being done, on any thread. */
    Advisor.AdviceResult advise(AdviceRequest request, LiveDiscovery liveDiscovery, Consumer<String> notes)
            throws TransferException, InterruptedException;

    /** The same for a question: a transfer's own advice may make a file beside its source for a moment. */
    default Advisor.AdviceResult whatIf(AdviceRequest request, LiveDiscovery liveDiscovery)
            throws TransferException, InterruptedException {
        return advise(request, liveDiscovery, note -> {});
    }

    /** An option as a POSIX shell script without secrets. */
    String script(AdviceRequest request, Advisor.AdviceResult adviceResult, int index) throws TransferException;

    /**
     * Copies the data by the workflow at {@code index} of the advice; resumes where an earlier transfer of the same
     * data stopped.
     *
     * @param rateBitsPerSecond never send faster, 0 for no limit
     */
    TransferResult move(
            AdviceRequest request,
            Advisor.AdviceResult adviceResult,
            int index,
            long rateBitsPerSecond,
            TransferListener listener)
            throws TransferException, InterruptedException;

    /** How much there is; empty where it cannot be known yet. Asks the person nothing. */
    Optional<DatasetSize> count(Endpoint source, EntryFilter filter) throws TransferException, InterruptedException;

    /** Reads endpoints with the user's remotes and the aliases of ssh_config. */
    EndpointNames names() throws TransferException;

    /** Listings, new folders, other names and deletions. */
    FileActions files();

    /** What the person at the window is asked. */
    Questions questions();

    /** The history of a pair; empty hosts mean any. */
    PairHistory history(String sourceHost, String destinationHost, int limit);

    Journal journal();

    /** The transfers of the journal, as they are by now. */
    default List<JournalEntry> transfers() {
        return tasks().goneOn(journal().entries());
    }

    /** The transfers that go on without a window. */
    BackgroundTasks tasks();

    Bookmarks bookmarks();

    VaultModel keychain();

    DatasetSearch datasets();

    CircuitQuotes circuits();

    @Override
    void close();
}
