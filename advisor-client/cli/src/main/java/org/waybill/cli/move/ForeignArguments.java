package org.waybill.cli.move;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.waybill.cli.command.Invalid;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;

/** Values of options that ssh and curl have, and that would be taken for places to copy from. */
final class ForeignArguments {
    private static final Pattern SETTING = Pattern.compile("([A-Za-z0-9]+)=.+");
    private static final Pattern HEADER = Pattern.compile("(?i)[a-z][a-z0-9-]*: .*|authorization:.*");
    private static final Pattern LOGIN = Pattern.compile("[^/\\s:]+:[^/]+");
    private static final Pattern URL = Pattern.compile("([a-z]+)://.*");

    /** What people set by {@code -o} (ssh_config(5)), in small letters. */
    private static final Set<String> OF_SSH =
            Set.of(("addressfamily batchmode bindaddress ciphers compression connectionattempts connecttimeout"
                            + " controlmaster controlpath controlpersist forwardagent globalknownhostsfile"
                            + " gssapiauthentication hostkeyalgorithms hostkeyalias hostname identitiesonly"
                            + " identityagent identityfile kexalgorithms loglevel macs passwordauthentication port"
                            + " preferredauthentications proxycommand proxyjump pubkeyacceptedalgorithms"
                            + " pubkeyacceptedkeytypes pubkeyauthentication serveralivecountmax serveraliveinterval"
                            + " stricthostkeychecking tcpkeepalive user userknownhostsfile")
                    .split(" "));

    private ForeignArguments() {}

    /**
     * Fails where a place is such a value. A password is never printed.
     *
     * @param places as on the command line, the destination last
     * @param arguments of the command line
     */
    static void refuse(List<String> places, List<String> arguments) {
        for (String place : places) {
            Matcher setting = SETTING.matcher(place);
            if (setting.matches() && OF_SSH.contains(setting.group(1).toLowerCase(Locale.ROOT)) && !exists(place)) {
                throw Invalid.usage(setting.group(1)
                        + " is an option of ssh, and -o is --owner: write it into ~/.ssh/config, or use -P PORT and"
                        + " -i KEY");
            }
            if (HEADER.matcher(place).matches() && !exists(place)) {
                throw Invalid.usage("headers cannot be given, and -H is --hard-links: a bearer token is read from the"
                        + " file that BEARER_TOKEN_FILE names");
            }
        }
        int at = arguments.indexOf("-u");
        if (at >= 0 && at + 2 < arguments.size()) {
            String value = arguments.get(at + 1);
            String next = arguments.get(at + 2);
            // a URL as the destination lets host:path be a source by SSH
            if (LOGIN.matcher(value).matches()
                    && isOfTheWeb(next)
                    && !next.equals(places.getLast())
                    && !exists(value)) {
                throw Invalid.usage(
                        "-u is --update, and takes no user: write --update before a path by SSH, or the user"
                                + " in the URL, and store the password with 'waybill account add'");
            }
        }
    }

    private static boolean isOfTheWeb(String text) {
        Matcher url = URL.matcher(text);
        return url.matches()
                && Protocols.named(url.group(1))
                        .filter(one -> one.equals(Protocol.HTTP)
                                || one.equals(Protocol.HTTPS)
                                || one.equals(Protocol.DAV)
                                || one.equals(Protocol.DAVS))
                        .isPresent();
    }

    private static boolean exists(String text) {
        try {
            return Files.exists(Path.of(text), LinkOption.NOFOLLOW_LINKS);
        } catch (InvalidPathException _) {
            return false;
        }
    }
}
