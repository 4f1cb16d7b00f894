package org.waybill.engine.gridftp;

import java.io.IOException;
import java.util.function.Consumer;

/** The end of a transfer: waits for the last word. Markers that come before it are handed on. */
@FunctionalInterface
public interface Completion {
    FtpReply await(Consumer<FtpReply> markers) throws IOException;
}
