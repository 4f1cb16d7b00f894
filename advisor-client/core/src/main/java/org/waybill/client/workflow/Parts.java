package org.waybill.client.workflow;

import org.waybill.engine.storage.Sha256;

/**
 * Where a file goes and what it is called until it is whole. The temporary name lies beside the final one, is the same
 * whenever the script runs again, and has a fixed length, as a name of 255 bytes leaves no room for a suffix.
 */
record Parts(String part, String whole) {
    private static final int HASH_CHARACTERS = 12;

    /** For a destination that names the file itself. */
    static Parts of(String whole) {
        int slash = whole.lastIndexOf('/');
        String parent = slash < 0 ? "" : whole.substring(0, slash + 1);
        return new Parts(parent + ".waybill-" + Sha256.ofText(whole, HASH_CHARACTERS) + ".part", whole);
    }

    /** For a file that goes into a directory. */
    static Parts within(String directory, String name) {
        return of(FileNames.within(directory, name));
    }
}
