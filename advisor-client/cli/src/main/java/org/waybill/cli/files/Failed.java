package org.waybill.cli.files;

import org.waybill.engine.NotTransferred;
import org.waybill.engine.TransferException;

/**
 * Something that a command could not do.
 *
 * @param path as it was named, or a path below that
 * @param reason see {@code waybill explain}
 * @param text one line: what is wrong
 */
record Failed(String path, String reason, String text) {
    static Failed of(String path, TransferException why) {
        return new Failed(path, why.reason().name(), String.valueOf(why.getMessage()));
    }

    static Failed of(String path, NotTransferred why) {
        return new Failed(path, why.reason(), why.text());
    }
}
