package org.waybill.client.workflow.script;

import org.waybill.engine.storage.EntryNames;
import org.waybill.engine.storage.TemporaryNames;

/**
 * Where a file goes and what it is called until it is whole. The temporary file is next to the final one, is the same
 * in every script of one home, and has a fixed length, as a name of 255 bytes leaves no room for a suffix. No one else
 * can compute it and put a link there.
 */
record PartialNames(String part, String whole) {
    /** For a destination that names the file itself. */
    static PartialNames of(String whole, TemporaryNames names) {
        int slash = whole.lastIndexOf('/');
        return new PartialNames(
                whole.substring(0, slash + 1) + names.stem(whole) + EntryNames.PARTIAL_AT_SERVERS, whole);
    }
}
