package org.waybill.engine.mover.store;

import java.util.Optional;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferReport.Compared;
import org.waybill.engine.mover.store.Store.Feature;

/** The SHA-256 of what is at the destination now: from the remote host when it computes one, else by reading back. */
record Verifier(Store target, FileCopy.Context context) {
    /**
     * Empty where it was compared as it arrived, and, with an event, where nothing can be read back (a stream).
     */
    Optional<String> hashAtDestination(String path, FileItem item) throws TransferException, InterruptedException {
        boolean compared = target.comparesWhatArrives(path);
        Optional<String> farEnd = compared ? Optional.empty() : target.sha256(path, -1);
        if (compared || farEnd.isPresent()) {
            context.tell("VERIFIED_BY_FAR_END", target.label() + " computed the SHA-256 of what it stored");
            return farEnd;
        }
        if (!target.has(Feature.READ_BACK)) {
            context.meter().compared(Compared.NOTHING);
            context.tell("NOT_VERIFIED", target.label() + " cannot be read back; the copy was not verified");
            return Optional.empty();
        }
        context.tell("VERIFIED_BY_READING", "reading back what was written to " + target.label());
        return Optional.of(target.readSha256(path, context.meter()::check));
    }
}
