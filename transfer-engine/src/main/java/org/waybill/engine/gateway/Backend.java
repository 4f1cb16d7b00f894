package org.waybill.engine.gateway;

import java.io.IOException;
import java.util.function.Consumer;
import org.waybill.engine.gateway.data.DataSink;
import org.waybill.engine.gateway.data.DataSource;

/** Where a path leads: a far server, or the gateway's own store. Paths are absolute there. */
interface Backend extends AutoCloseable {
    /** The host in reports, empty for the own store. */
    String host();

    /** SIZE, MDTM, MLST, CKSM, DELE, MKD, RMD, RNFR, RNTO: the reply as the client gets it. */
    FtpReply command(String verb, String before, String path) throws IOException;

    /** Opens a file for reading; on return data flow. */
    Reading retrieve(String path, TransferSpec spec) throws IOException;

    /** Opens a directory's listing by MLSD, NLST or LIST. */
    Reading list(String verb, String path) throws IOException;

    /** Opens a file for writing. */
    Writing store(String path, TransferSpec spec, boolean append) throws IOException;

    @Override
    void close();

    /** What is read, where in the file it begins, and how it ends. */
    record Reading(DataSource source, long startOffset, Completion completion) {}

    /** What is written and how it ends. */
    record Writing(DataSink sink, Completion completion) {}

    /** The end of a transfer: waits for the last word. Markers that come before it are handed on. */
    @FunctionalInterface
    interface Completion {
        FtpReply await(Consumer<FtpReply> markers) throws IOException;
    }
}
