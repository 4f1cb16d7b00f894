package org.waybill.client.workflow;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Where a file goes and what it is called until it is whole. The temporary name lies beside the final one, is the same
 * whenever the script runs again, and has a fixed length, as a name of 255 bytes leaves no room for a suffix.
 */
record Parts(String part, String whole) {

    /** For a destination that names the file itself. */
    static Parts of(String whole) {
        int slash = whole.lastIndexOf('/');
        String parent = slash < 0 ? "" : whole.substring(0, slash + 1);
        return new Parts(parent + ".waybill-" + hash(whole) + ".part", whole);
    }

    /** For a file that goes into a directory. */
    static Parts within(String directory, String name) {
        return of(FileNames.within(directory, name));
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 6);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java has no SHA-256", e);
        }
    }
}
