package org.waybill.engine.mover.store;

import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.Optional;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferReport.Compared;
import org.waybill.engine.mover.store.Store.Feature;
import org.waybill.engine.storage.Sha256;

/** The SHA-256 of what lies at the destination now: from the far end when it computes one, else by reading back. */
final class Verifier {
    private static final int BUFFER_BYTES = 1 << 20;

    private final Store target;
    private final FileCopy.Context context;

    Verifier(Store target, FileCopy.Context context) {
        this.target = target;
        this.context = context;
    }

    /** Empty, with an event, where nothing can be read back (a stream). */
    Optional<String> hashAtDestination(String path, FileItem item) throws TransferException, InterruptedException {
        Optional<String> farEnd = target.sha256(path, -1);
        if (farEnd.isPresent()) {
            context.events().tell("VERIFIED_BY_FAR_END", target.label() + " computed the SHA-256 of what it stored");
            return farEnd;
        }
        if (!target.features().contains(Feature.READ_BACK)) {
            context.meter().compared(Compared.NOTHING);
            context.events().tell("NOT_VERIFIED", target.label() + " cannot be read back; nothing was verified");
            return Optional.empty();
        }
        context.events().tell("VERIFIED_BY_READING", "what was written to " + target.label() + " is read back");
        return Optional.of(readHash(target, path, context.meter()));
    }

    static String readHash(Store store, String path, TransferMeter meter)
            throws TransferException, InterruptedException {
        MessageDigest digest = Sha256.start();
        byte[] buffer = new byte[BUFFER_BYTES];
        try (InputStream in = store.read(path, 0)) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                meter.check();
                digest.update(buffer, 0, n);
            }
        } catch (IOException e) {
            throw store.failure(e, path);
        }
        return Sha256.hex(digest.digest());
    }
}
