package org.waybill.engine.driver;

import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.util.Locale;
import org.waybill.engine.ErrorText;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;

/** Why a port cannot be opened, in one line. */
public final class ListenFailure {
    private ListenFailure() {}

    public static TransferException of(InetSocketAddress wanted, IOException failure) {
        String host = wanted.getAddress().getHostAddress();
        String at = (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + wanted.getPort();
        String why = ErrorText.of(failure);
        boolean denied = why.toLowerCase(Locale.ROOT).contains("permission denied");
        if (denied) {
            return new TransferException(
                    Reason.PERMISSION,
                    "cannot listen on " + at + ": permission denied; use a port above 1023",
                    failure);
        }
        return new TransferException(
                Reason.UNREACHABLE,
                failure instanceof BindException
                        ? "cannot listen: " + at + " is in use or not an address of this machine"
                        : "cannot listen on " + at + ": " + why,
                failure);
    }
}
