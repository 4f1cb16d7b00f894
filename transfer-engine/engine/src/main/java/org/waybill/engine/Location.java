package org.waybill.engine;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;

/**
 * One end of a transfer. Paths are plain text, already decoded; they are never interpreted by a shell.
 *
 * @param scheme of a {@link Protocol}, {@code file}, or {@code stream} for {@code -}
 * @param host empty for {@code file} and {@code stream}
 * @param port 0 for the protocol's usual one
 * @param path absolute, or relative to the login directory; ends in a slash when a directory is meant: as a destination
 *     one to put the source into, as a source what it holds
 */
public record Location(String scheme, @Nullable String user, String host, int port, String path) {
    /** Standard input as a source, standard output as a destination. */
    public static final Location STREAM = new Location(Protocols.STREAM, null, "", 0, "-");

    public Location {
        scheme = scheme.toLowerCase(Locale.ROOT);
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("port " + port + " is outside 1..65535");
        }
    }

    /** A path on this machine. */
    public static Location local(String path) {
        return new Location(Protocols.FILE, null, "", 0, path);
    }

    /** Whether it is a path of this machine or a stream of this process. */
    public boolean isLocal() {
        return Protocols.isLocal(scheme);
    }

    public boolean isStream() {
        return scheme.equals(Protocols.STREAM);
    }

    /**
     * Whether the path says by itself that it is a directory. Of such a source the contents are meant, as for rsync:
     * they go into the destination itself (decision 0033).
     */
    public boolean saysDirectory() {
        return path.endsWith("/")
                || path.equals(".")
                || path.equals("..")
                || path.endsWith("/.")
                || path.endsWith("/..");
    }

    /** Whether its scheme is this protocol's. */
    public boolean is(Protocol protocol) {
        return scheme.equals(protocol.scheme());
    }

    /** Whether a server of this protocol serves it, as an SSH server does for {@code sftp} and {@code scp}. */
    public boolean isServedBy(Protocol server) {
        return Protocols.named(scheme).filter(one -> one.server() == server).isPresent();
    }
}
