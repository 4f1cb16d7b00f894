package org.waybill.cli.command;

import java.net.InetAddress;
import java.util.List;
import java.util.regex.Pattern;
import org.waybill.client.discovery.LiveAddress;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.endpoint.EndpointNames;
import org.waybill.client.endpoint.HostResolver;
import org.waybill.client.workflow.survey.UnprobedEndpoints;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.driver.HostAddresses;

/** What a probe is pointed at: a host by its name, or any endpoint on it. */
public final class Target {
    private static final Pattern BRACKETED = Pattern.compile("([^@/\\[]*@)?\\[[^\\]/]+\\]");
    private static final Pattern IPV6 = Pattern.compile("[0-9A-Fa-f.]*:[0-9A-Fa-f.]*:[0-9A-Fa-f:.]*");

    private Target() {}

    /**
     * {@code dtn.example.org}, {@code 2001:db8::1} in brackets or without, {@code user@host:path}, a URL; {@code .} or
     * a path with a slash is this machine.
     */
    public static Endpoint parse(EndpointNames names, String text) throws TransferException {
        if (IPV6.matcher(text).matches()) {
            return names.parse("[" + text + "]:");
        }
        boolean hostAlone = !text.isEmpty()
                && !text.equals("-")
                && text.chars().noneMatch(c -> c == ':' || c == '/')
                && !text.startsWith(".");
        return names.parse(hostAlone || BRACKETED.matcher(text).matches() ? text + ":" : text);
    }

    /** The same for another machine. @param what the option or argument that it is given by */
    public static Endpoint remote(Session session, String what, String text) throws TransferException {
        Endpoint end = parse(session.names(), text);
        if (end.isLocal()) {
            throw Invalid.value(what, text, "another machine");
        }
        return end;
    }

    /** The address that answers; where none does, the one that the system prefers. */
    public static InetAddress address(Endpoint end) throws TransferException, InterruptedException {
        List<InetAddress> addresses = HostResolver.system(HostAddresses.LOOK_UP).resolve(end.host());
        return end.schemeChosen() || end.location().port() != 0
                ? LiveAddress.of(addresses, end.port())
                : LiveAddress.ofHost(addresses, end.port());
    }

    /** The same, for probes. */
    public static InetAddress address(Session session, Endpoint end) throws TransferException, InterruptedException {
        try {
            return address(end);
        } catch (TransferException e) {
            throw unprobed(session, end, e);
        }
    }

    /** The failure of a probe; a name that only a proxy or jump host may know is not called unknown. */
    public static TransferException unprobed(Session session, Endpoint end, TransferException failure)
            throws TransferException {
        String through =
                failure.reason() == Reason.UNKNOWN_HOST ? UnprobedEndpoints.reachedThrough(end, session.proxies()) : "";
        return through.isEmpty()
                ? failure
                : new TransferException(
                        Reason.UNREACHABLE,
                        "cannot probe " + end.host() + ": it is reached only through " + through
                                + ", and probes connect directly",
                        failure);
    }
}
