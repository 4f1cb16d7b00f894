package org.waybill.client.probe.bandwidth;

import java.io.IOException;
import org.waybill.client.probe.ProbeContext;
import org.waybill.engine.Location;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.mover.Capability;
import org.waybill.engine.mover.Mover;
import org.waybill.engine.mover.store.Store;

/**
 * Test transfers between two remote ends that talk to each other (FXP, GridFTP); the data do not pass this host. Only
 * when the user asked for it by name: it makes two servers of other people send each other data. A test file is written
 * to the source first, which does not count as time but as bytes; both files are removed.
 */
public final class ThirdPartyTransfers implements TimedTransfer {
    /** The user's explicit wish ({@code --third-party-probe}); there is no other way to get one. */
    public enum Consent { GIVEN }

    private final Mover mover;
    private final Store sourceStore;
    private final Store destinationStore;
    private final Location source;
    private final Location destination;
    private final ProbeContext context;

    /**
     * @param mover declares {@link Capability#THIRD_PARTY_COPY}
     * @param sourceStore an own connection to the source, closed at the end
     * @param destinationStore the same for the destination
     * @param source of the test file, in a directory that may be written
     * @param destination of the test file
     */
    public ThirdPartyTransfers(Consent consent, Mover mover, Store sourceStore, Store destinationStore,
            Location source, Location destination, ProbeContext context) {
        if (consent != Consent.GIVEN || !mover.capabilities().contains(Capability.THIRD_PARTY_COPY)) {
            throw new IllegalArgumentException(mover.name() + " cannot copy between two remote ends");
        }
        this.mover = mover;
        this.sourceStore = sourceStore;
        this.destinationStore = destinationStore;
        this.source = source;
        this.destination = destination;
        this.context = context;
    }

    @Override
    public String name() {
        return "third-party-" + mover.name();
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
    public double seconds(long bytes) throws IOException, TransferException, InterruptedException {
        String target = destinationStore.resolve(destination.path());
        destinationStore.delete(target);
        sourceStore.write(sourceStore.resolve(source.path()), 0, new TestData(bytes), bytes);
        long startNs = context.nowNs();
        TransferRequest plain = TransferRequest.of(source, destination);
        mover.move(new TransferRequest(plain.source(), plain.destination(), plain.via(), 1, 0,
                TransferRequest.Verify.NONE, null, false), TransferListener.NONE);
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

    private static boolean removed(Store store, Location file) {
        try (store) {
            store.delete(store.resolve(file.path()));
            return false;
        } catch (TransferException e) {
            System.getLogger(ThirdPartyTransfers.class.getName()).log(System.Logger.Level.WARNING,
                    "{0} could not be removed from {1}: {2}", file.path(), store.label(), e.getMessage());
            return false;
        } catch (InterruptedException _) {
            return true;
        }
    }
}
