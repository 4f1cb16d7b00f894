package org.waybill.engine.session.live;

import java.io.IOException;
import java.util.List;
import org.waybill.engine.TransferException;
import org.waybill.engine.link.PeerLink;
import org.waybill.engine.session.SessionSettings;
import org.waybill.engine.storage.NameFidelityCheck;
import org.waybill.engine.storage.PartialFile;
import org.waybill.engine.storage.StorageErrors;
import org.waybill.engine.storage.TargetLock;
import org.waybill.engine.storage.TargetTree;

/** A live stream becomes a file; it gets its name when the source's SHA-256 agrees with ours. */
public final class LiveFile extends LiveSink {
    private static final int PERMISSIONS = 0644;

    private final TargetTree tree;
    private final TargetLock lock;
    private final PartialFile part;

    private LiveFile(PeerLink link, SessionSettings settings, TargetTree tree, TargetLock lock, PartialFile part) {
        super(link, settings, false);
        this.tree = tree;
        this.lock = lock;
        this.part = part;
    }

    /**
     * Locks the target and opens a file next to it. That comes before the source hears that it may send: its first
     * block may be here before it hears of anything else.
     *
     * @param tree closed with the session, or if there is none
     */
    public static LiveFile open(PeerLink link, TargetTree tree, SessionSettings settings) throws TransferException {
        try {
            TargetLock lock = tree.lock(settings.owner());
            try {
                PartialFile part = tree.openGrowing();
                return new LiveFile(link, settings, tree, lock, part);
            } catch (IOException e) {
                lock.close();
                throw e;
            }
        } catch (IOException e) {
            tree.close();
            throw StorageErrors.map(e, "writing", settings.name());
        }
    }

    @Override
    public void start() throws TransferException {
        outcome.whenEnded(lock::leave);
        super.start();
    }

    @Override
    void store(byte[] bytes, int start, int length) throws TransferException {
        StorageErrors.mapped("writing", settings.name(), () -> part.write(carriedBytes.get(), bytes, start, length));
    }

    @Override
    void commit() throws TransferException {
        try {
            part.sync(PERMISSIONS);
            part.publish();
            if (!tree.altered(List.of(List.of())).isEmpty()) {
                throw NameFidelityCheck.altered(part.name());
            }
            if (!tree.displaced().isEmpty()) {
                throw TargetTree.elsewhere(part.name());
            }
            part.directory().sync();
            part.forget();
            tree.tidy(List.of(), settings.owner());
        } catch (IOException e) {
            throw StorageErrors.map(e, "writing", settings.name());
        }
    }

    @Override
    boolean isDigestDue() {
        return true;
    }

    @Override
    protected void release() {
        try (lock) {
            part.close();
        } catch (IOException _) {
            // what is left of it has a name of ours and does not get in the way
        } finally {
            tree.close();
        }
    }
}
