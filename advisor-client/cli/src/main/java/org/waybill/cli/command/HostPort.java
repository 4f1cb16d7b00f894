package org.waybill.cli.command;

import java.net.InetSocketAddress;
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

    /** Looked up; {@code *} is every address of this machine. */
    public InetSocketAddress resolved() {
        return host.equals("*") ? new InetSocketAddress(port) : new InetSocketAddress(host, port);
    }

    @Override
    public String toString() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
