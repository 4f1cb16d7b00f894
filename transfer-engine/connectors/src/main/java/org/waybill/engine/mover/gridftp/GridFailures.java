package org.waybill.engine.mover.gridftp;

import static org.waybill.engine.mover.ServerFailures.text;

import java.io.IOException;
import java.net.UnknownHostException;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Causes;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.driver.HostAddresses;
import org.waybill.engine.gridftp.FtpError;
import org.waybill.engine.gsi.GsiException;
import org.waybill.engine.mover.ServerFailures;
import org.waybill.engine.mover.ftp.FtpReasons;
import org.waybill.engine.mover.store.StorePath;

/** What went wrong with a GridFTP server, as a reason and one line. */
final class GridFailures {

    private GridFailures() {}

    /** A connection or login that did not come about. */
    static TransferException ofConnecting(IOException cause, String server, String host) {
        @Nullable TransferException told = ServerFailures.known(cause, server + ": ");
        if (told != null) {
            return told;
        }
        return switch (cause) {
            case FtpError refused ->
                new TransferException(ofLogIn(refused.code()), server + " refused: " + refused.getMessage(), cause);
            case GsiException untrusted ->
                new TransferException(Reason.CERTIFICATE, server + ": " + untrusted.getMessage(), cause);
            case UnknownHostException _ -> HostAddresses.unknown(host, cause);
            default -> ServerFailures.unreached(cause, server);
        };
    }

    private static Reason ofLogIn(int code) {
        return switch (code) {
            case 504, 530, 534, 535, 536 -> Reason.AUTHENTICATION;
            default -> Reason.UNREACHABLE;
        };
    }

    /**
     * An operation or a stream that failed.
     *
     * @param exists whether what was named, or the directory to write it in, is there
     */
    static TransferException ofOperation(Exception cause, String server, String path, boolean exists) {
        String where = server + " " + StorePath.shown(path) + ": ";
        @Nullable TransferException told = ServerFailures.known(cause, where);
        if (told != null) {
            return told;
        }
        GsiException untrusted = GsiException.in(cause);
        if (untrusted != null) {
            return new TransferException(Reason.CERTIFICATE, where + text(untrusted), cause);
        }
        FtpError refused = Causes.find(FtpError.class, cause);
        if (refused != null) {
            return new TransferException(
                    FtpReasons.of(refused.code(), text(refused), exists), where + text(refused), cause);
        }
        return ServerFailures.other(cause, cause instanceof IOException, where);
    }
}
