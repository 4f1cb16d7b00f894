package org.waybill.cli.command;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.TypeConversionException;

/**
 * {@code HOST:PORT}, {@code HOST}, {@code [ADDRESS]:PORT}.
 *
 * @param port 0 for any free one
 */
public record HostPort(String host, int port) {
    private static final Pattern FORM =
            Pattern.compile("(?:\\[([0-9A-Fa-f:.%a-z]+)]|([^\\s:\\[\\]/@]+))(?::([0-9]{1,5}))?");

    /** Reads {@code text}; without a port it is {@code usualPort}. */
    public static HostPort parse(String text, int usualPort) {
        Matcher parts = FORM.matcher(text);
        int port = parts.matches() && parts.group(3) != null ? Integer.parseInt(parts.group(3)) : usualPort;
        if (!parts.matches() || port > 65_535) {
            throw new TypeConversionException("expected HOST:PORT such as dtn.example.org:" + usualPort + " or [::1]:"
                    + usualPort + ", not '" + PrintableText.of(text) + "'");
        }
        return new HostPort(parts.group(1) == null ? parts.group(2) : parts.group(1), port);
    }

    /** The same however its user wrote it: names in lower case, IPv6 addresses in the JDK's one form. */
    public HostPort canonical() {
        String lower = host.toLowerCase(Locale.ROOT);
        if (lower.contains(":") && !lower.contains("%")) {
            try {
                lower = InetAddress.ofLiteral(lower).getHostAddress();
            } catch (IllegalArgumentException _) {
                // looking it up will fail
            }
        }
        return new HostPort(lower, port);
    }

    /** Looked up; {@code *} is every address of this machine. */
    public InetSocketAddress resolved() {
        return host.equals("*") ? new InetSocketAddress(port) : new InetSocketAddress(host, port);
    }

    @Override
    public String toString() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
