package org.waybill.client.endpoint;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.waybill.engine.Location;
import org.waybill.engine.TransferException;
import org.waybill.protocol.Protocol;

/** Remotes of rclone's configuration as endpoints: {@code rclone:NAME:path}, as rclone writes them, and as a URL. */
final class RemoteNames {
    static final String PREFIX = Protocol.RCLONE.scheme() + ":";

    private static final Pattern REMOTE = Pattern.compile("([^:/]*):(.*)", Pattern.DOTALL);
    /** What rclone lets a remote be called. */
    private static final Pattern NAME =
            Pattern.compile("[\\p{L}\\p{N}_.+@]([\\p{L}\\p{N}_.+@ -]*[\\p{L}\\p{N}_.+@-])?");

    private RemoteNames() {}

    /** @param rest what follows {@link #PREFIX} */
    static Endpoint parse(String text, String rest) throws TransferException {
        Matcher remote = REMOTE.matcher(rest);
        if (!remote.matches()) {
            throw EndpointParser.bad("'" + Shown.of(text) + "' names no remote of rclone: write " + PREFIX
                    + "NAME:PATH, or " + Protocol.SFTP.scheme() + "://" + Protocol.RCLONE.scheme()
                    + "/PATH for a host of that name");
        }
        String path = remote.group(2);
        String plain = path.startsWith("/") ? "/" + EndpointParser.stripSlashes(path) : path;
        String name = checked(text, remote.group(1));
        return new Endpoint(new Location(Protocol.RCLONE.scheme(), null, name, 0, plain.isEmpty() ? "." : plain), true);
    }

    static String checked(String text, String name) throws TransferException {
        if (name.isEmpty() || name.indexOf(',') >= 0) {
            throw EndpointParser.bad("'" + Shown.of(text) + "' makes a remote on the spot, which Waybill does not: make"
                    + " one with 'rclone config' and write " + PREFIX + "NAME:PATH");
        }
        if (!NAME.matcher(name).matches()) {
            throw EndpointParser.bad("invalid name of a remote '" + Shown.of(name)
                    + "': expected letters, digits, spaces and _ . + @ -, such as 'rclone listremotes' shows");
        }
        return name;
    }

    static String format(Location at) {
        return PREFIX + at.host() + ":" + (at.path().equals(".") ? "" : at.path());
    }
}
