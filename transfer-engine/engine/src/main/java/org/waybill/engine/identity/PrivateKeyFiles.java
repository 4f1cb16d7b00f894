package org.waybill.engine.identity;

import java.io.IOException;
import java.nio.file.Path;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.platform.PrivateFiles;

/** Files of private keys. */
final class PrivateKeyFiles {
    private PrivateKeyFiles() {}

    /** Refuses a private key that other users can read. */
    static void requirePrivate(Path file) throws IOException, TransferException {
        if (PrivateFiles.isOpenToOthers(file)) {
            throw new TransferException(
                    Reason.UNSAFE, "other users can read the private key in " + file + "; set its mode to 600");
        }
    }
}
