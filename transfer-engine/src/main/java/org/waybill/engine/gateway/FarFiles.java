package org.waybill.engine.gateway;

import java.io.IOException;
import org.waybill.engine.gridftp.FtpReply;
import org.waybill.engine.gridftp.Reading;
import org.waybill.engine.gridftp.ServerConnection;
import org.waybill.engine.gridftp.ServerFiles;
import org.waybill.engine.gridftp.TransferSpec;
import org.waybill.engine.gridftp.Writing;

/** Files of a far server: what the client asks for is asked of it. */
final class FarFiles implements Backend {
    private final ServerConnection server;
    private final ServerFiles files;
    private final String host;

    FarFiles(ServerConnection server, ServerFiles files, String host) {
        this.server = server;
        this.files = files;
        this.host = host;
    }

    @Override
    public String host() {
        return host;
    }

    @Override
    public FtpReply command(String verb, String before, String path) throws IOException {
        return server.call(verb + " " + before + path);
    }

    @Override
    public Reading retrieve(String path, TransferSpec spec) throws IOException {
        return files.retrieve(path, spec);
    }

    @Override
    public Reading list(String verb, String path) throws IOException {
        return files.list(verb, path);
    }

    @Override
    public Writing store(String path, TransferSpec spec, boolean append) throws IOException {
        return files.store(path, spec, append);
    }

    @Override
    public void close() {
        server.close();
    }
}
