package org.waybill.engine.session;

import java.io.IOException;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.TransferException;
import org.waybill.engine.storage.PartialFile;
import org.waybill.engine.storage.StorageErrors;
import org.waybill.engine.storage.TargetLock;
import org.waybill.engine.storage.TargetTree;
import org.waybill.engine.wire.Message;
import org.waybill.engine.wire.WireException;

/** A live stream becomes a file; it gets its name when the source's SHA-256 agrees with ours. */
public final class LiveFile extends LiveSink {
    private static final int PERMISSIONS = 0644;

    private final TargetTree tree;
    private @Nullable TargetLock lock;
    private @Nullable PartialFile part;

    public LiveFile(ControlLink link, TargetTree tree, SessionSettings settings) {
        super(link, settings);
        this.tree = tree;
    }

    @Override
    public void start() throws TransferException {
        super.start();
        try {
            lock = tree.lock(settings.owner());
            part = tree.openGrowing(PERMISSIONS, Long.toHexString(ThreadLocalRandom.current().nextLong()));
        } catch (IOException e) {
            throw StorageErrors.map(e, "writing", settings.name());
        }
    }

    private PartialFile part() {
        PartialFile open = part;
        if (open == null) {
            throw new IllegalStateException("not started");
        }
        return open;
    }

    @Override
    void store(byte[] bytes, int start, int length) throws TransferException {
        try {
            part().write(carriedBytes.get(), bytes, start, length);
        } catch (IOException e) {
            throw StorageErrors.map(e, "writing", settings.name());
        }
    }

    @Override
    void commit() throws TransferException {
        try {
            PartialFile whole = part();
            whole.sync(PERMISSIONS);
            whole.publish();
            whole.directory().sync();
            whole.forget();
        } catch (IOException e) {
            throw StorageErrors.map(e, "writing", settings.name());
        }
    }

    @Override
    boolean isDigestDue() {
        return true;
    }

    @Override
    public void receive(Message message) throws IOException, TransferException {
        switch (message) {
            case Message.Digests digests when digests.digests().size() == 1 ->
                sourceDigest(digests.digests().getFirst().sha256());
            case Message.Failure failure -> throw told(failure.reason(), failure.text());
            default -> throw new WireException("a live sink has no use for " + message.getClass().getSimpleName());
        }
    }

    @Override
    public void close() {
        super.close();
        try {
            PartialFile open = part;
            if (open != null) {
                open.close();
            }
            TargetLock held = lock;
            if (held != null) {
                held.close();
            }
        } catch (IOException _) {
            // what is left of it has a name of ours and is in nobody's way
        } finally {
            tree.close();
        }
    }
}
