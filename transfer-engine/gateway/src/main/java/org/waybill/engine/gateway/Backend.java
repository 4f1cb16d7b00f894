package org.waybill.engine.gateway;

import java.io.IOException;
import org.waybill.engine.gridftp.FileReader;
import org.waybill.engine.gridftp.FileWriter;
import org.waybill.engine.gridftp.FtpReply;
import org.waybill.engine.gridftp.TransferSpec;

/** Where a path leads: a remote server, or the gateway's own store. Paths are absolute there. */
interface Backend extends AutoCloseable {
    /** The host in reports, empty for the own store. */
    String host();

    /** SIZE, MDTM, MLST, CKSM, DELE, MKD, RMD, RNFR, RNTO: the reply as the client gets it. */
    FtpReply command(String verb, String before, String path) throws IOException;

    /** Opens a file for reading; on return data flow. */
    FileReader retrieve(String path, TransferSpec spec) throws IOException;

    /**
     * Opens a directory's listing by MLSD, NLST or LIST.
     *
     * @param asked the path as the client wrote it: what wildcards fit is shown below its directory
     */
    FileReader list(String verb, String path, String asked) throws IOException;

    /** Opens a file for writing. */
    FileWriter store(String path, TransferSpec spec, boolean append) throws IOException;

    @Override
    void close();
}
