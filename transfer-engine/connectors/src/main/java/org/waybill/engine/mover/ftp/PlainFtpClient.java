package org.waybill.engine.mover.ftp;

import java.io.IOException;
import java.net.Socket;
import org.apache.commons.net.ftp.FTPClient;
import org.jspecify.annotations.Nullable;

/** FTP without encryption. */
final class PlainFtpClient extends FTPClient implements FtpListing.Lister {
    @Override
    public @Nullable Socket startListing(String command) throws IOException {
        return _openDataConnection_(command, null);
    }
}
