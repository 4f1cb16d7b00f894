package org.waybill.client.endpoint;

import java.util.Map;
import java.util.regex.Pattern;
import org.waybill.engine.Location;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.sshconfig.SshConfig;
import org.waybill.engine.mover.sshconfig.SshHost;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;

/**
 * Reads endpoints with the names that the user gave to places: remotes of {@link HomeConfig}, and aliases of
 * ssh_config. In {@code NAME:path} a remote goes before an alias or host of that name (decision 0274);
 * {@code sftp://NAME/path} and {@code user@NAME:path} always mean the host.
 *
 * @param remotes an endpoint for each name
 */
public record EndpointNames(Map<String, String> remotes, SshConfig ssh) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]*");
    /** What other things begin with that are named on a command line. */
    private static final Pattern TAKEN = Pattern.compile("(?i)dataset|checksum|file|stream|local");

    /** @throws TransferException {@code BAD_INPUT}, in a line that says what would be right */
    public Endpoint parse(String text) throws TransferException {
        int colon = text.indexOf(':');
        String base = colon < 0 ? null : remotes.get(text.substring(0, colon));
        return base == null || text.startsWith("//", colon + 1)
                ? reached(EndpointParser.parse(text))
                : below(remote(text.substring(0, colon), base), text.substring(colon + 1));
    }

    /** Whether a text without a colon, which is a path here, is also the name of a remote or an alias of ssh_config. */
    public boolean isMistakable(String text) {
        return NAME.matcher(text).matches()
                && (remotes.containsKey(text)
                        || !ssh.host(text, 0, null).hostName().equals(text));
    }

    /** The place that a remote names. */
    private Endpoint remote(String name, String base) throws TransferException {
        checkName(name);
        Endpoint end = EndpointParser.parse(base);
        if (end.isLocal()) {
            throw EndpointParser.bad(
                    "invalid remote " + name + " '" + Shown.of(base) + "': expected a URL or user@host:path");
        }
        return end;
    }

    /** Checks a remote before it is kept. */
    public Endpoint checked(String name, String base) throws TransferException {
        return reached(remote(name, base));
    }

    private static void checkName(String name) throws TransferException {
        if (!NAME.matcher(name).matches()) {
            throw EndpointParser.bad(
                    "invalid remote name '" + Shown.of(name) + "': expected letters, digits, . _ or -");
        }
        if (TAKEN.matcher(name).matches() || Protocols.ofUrl(name).isPresent()) {
            throw EndpointParser.bad("invalid remote name '" + name + "': it is reserved");
        }
    }

    private Endpoint below(Endpoint base, String path) {
        Location at = base.location();
        String start = at.path();
        String whole = path.isEmpty()
                ? start
                : path.startsWith("/")
                        ? path
                        : start.equals(".") ? path : (start.endsWith("/") ? start : start + "/") + path;
        return reached(
                new Endpoint(new Location(at.scheme(), at.user(), at.host(), at.port(), whole), base.schemeChosen()));
    }

    /** With the host's name in the network, and where SSH answers there. */
    private Endpoint reached(Endpoint end) {
        return end.isLocal() ? end : end.reachedAs(known(end.location()));
    }

    private SshHost known(Location at) {
        return ssh.host(at.host(), at.isServedBy(Protocol.SSH) ? at.port() : 0, at.user());
    }
}
