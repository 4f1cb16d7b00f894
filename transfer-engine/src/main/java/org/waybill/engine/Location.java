package org.waybill.engine;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One end of a transfer. Paths are plain text, already decoded; they are never interpreted by a shell.
 *
 * @param scheme {@code file}, {@code sftp}, {@code scp}, {@code ftp}, {@code ftps}, {@code gsiftp}, {@code http},
 *     {@code https}, {@code dav}, {@code davs}, {@code srm}, {@code waybill}, or {@code stream} for {@code -}
 * @param host empty for {@code file} and {@code stream}
 * @param port 0 for the protocol's usual one
 * @param path absolute, or relative to the login directory; ends in a slash when a directory is meant
 */
public record Location(String scheme, @Nullable String user, String host, int port, String path) {
    /** Standard input as a source, standard output as a destination. */
    public static final Location STREAM = new Location("stream", null, "", 0, "-");

    public Location {
        scheme = scheme.toLowerCase(Locale.ROOT);
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("port " + port + " is outside 1..65535");
        }
    }

    /** A path on this machine. */
    public static Location local(String path) {
        return new Location("file", null, "", 0, path);
    }

    /** Whether it is a path of this machine or a stream of this process. */
    public boolean isLocal() {
        return scheme.equals("file") || isStream();
    }

    public boolean isStream() {
        return scheme.equals("stream");
    }
}
