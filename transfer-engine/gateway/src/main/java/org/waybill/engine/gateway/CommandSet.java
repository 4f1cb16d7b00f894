package org.waybill.engine.gateway;

import java.io.IOException;
import java.util.Map;

/** A group of commands that belong together. */
@FunctionalInterface
interface CommandSet {
    /** What each verb does. */
    Map<String, Handler> handlers();

    /** What a verb does with its argument; a refusal is an {@link org.waybill.engine.gridftp.FtpError}. */
    @FunctionalInterface
    interface Handler {
        void handle(String argument) throws IOException;
    }
}
