package org.waybill.client.probe.bandwidth;

import java.io.IOException;
import org.waybill.client.probe.ProbeContext;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.Store;

/**
 * Test transfers between two remote ends that talk to each other (FXP, GridFTP); the data do not pass this host. Only
 * when the user asked for it by name: it makes two servers of other people send each other data. A test file is written
 * to the source first, which does not count as time but as bytes; both files are removed.
 */
public final class ThirdPartyTransfers implements TimedTransfer {
    /** The user's explicit wish ({@code --third-party-probe}); the only way to get one. */
    public enum Consent {
        GIVEN
    }

    /** The test file is written before anything is timed. */
    private static final Progress UNTIMED = () -> false;

    private final Store sourceStore;
    private final Store destinationStore;
    private final String source;
    private final String destination;
    private final ProbeContext context;

    /**
     * Between two endpoints.
     *
     * @param sourceStore an own connection to the source, closed at the end
     * @param destinationStore the same for the destination
     * @param source path of the test file there, in a directory that may be written
     * @param destination path of the test file at the other end
     */
    public ThirdPartyTransfers(
            Consent consent,
            Store sourceStore,
            Store destinationStore,
            String source,
            String destination,
            ProbeContext context) {
        if (consent != Consent.GIVEN) {
            throw new IllegalArgumentException("the user has not asked for it");
        }
        this.sourceStore = sourceStore;
        this.destinationStore = destinationStore;
        this.source = source;
        this.destination = destination;
        this.context = context;
    }

    @Override
    public String name() {
        return "third-party";
    }

    @Override
    public long largestBytes() {
        return Long.MAX_VALUE;
    }

    @Override
    public int crossings() {
        return 2;
    }

    @Override
    public double seconds(long bytes, Progress progress) throws IOException, TransferException, InterruptedException {
        destinationStore.delete(destination);
        sourceStore.write(source, 0, new TestData(bytes, UNTIMED), bytes);
        long startNs = context.nowNs();
        if (!destinationStore.copyDirectly(sourceStore, source, destination)) {
            throw new TransferException(
                    Reason.PERMISSION,
                    sourceStore.label() + " and " + destinationStore.label()
                            + " do not send each other data: one of them refuses, or they speak different protocols");
        }
        return (context.nowNs() - startNs) / 1e9;
    }

    @Override
    public void close() {
        boolean interrupted = Thread.interrupted();
        interrupted |= removed(sourceStore, source);
        interrupted |= removed(destinationStore, destination);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean removed(Store store, String path) {
        try (store) {
            store.delete(path);
            return false;
        } catch (TransferException e) {
            System.getLogger(ThirdPartyTransfers.class.getName())
                    .log(
                            System.Logger.Level.WARNING,
                            "{0} could not be removed from {1}: {2}",
                            path,
                            store.label(),
                            e.getMessage());
            return false;
        } catch (InterruptedException _) {
            return true;
        }
    }
}
