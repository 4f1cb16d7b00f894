package org.waybill.engine.gridftp;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.waybill.platform.PlainHost;

/** The host and port of a data channel as commands and replies write it (RFC 959, 4.1.2; RFC 2428). */
public final class DataAddress {
    private static final Pattern PORT = Pattern.compile("\\s*(0|[1-9]\\d{0,2}),".repeat(5) + "(0|[1-9]\\d{0,2})\\s*");
    private static final Pattern EPRT = Pattern.compile("([!-~])([12])\\1([0-9A-Fa-f:.]{2,45})\\1([1-9]\\d{0,4})\\1");

    private DataAddress() {}

    /** {@code h1,h2,h3,h4,p1,p2}; IPv4 only. */
    public static String commaForm(InetSocketAddress address) {
        int port = address.getPort();
        return address.getAddress().getHostAddress().replace('.', ',') + "," + (port >> 8) + "," + (port & 0xff);
    }

    public static String portCommand(InetSocketAddress address) {
        return address.getAddress() instanceof Inet4Address
                ? "PORT " + commaForm(address)
                : "EPRT |2|" + address.getAddress().getHostAddress() + "|" + address.getPort() + "|";
    }

    /** The argument of PORT. */
    public static InetSocketAddress parsePort(String argument) throws FtpError {
        Matcher matcher = PORT.matcher(argument);
        if (!matcher.matches()) {
            throw new FtpError(501, "PORT takes h1,h2,h3,h4,p1,p2");
        }
        byte[] address = new byte[4];
        for (int i = 0; i < 4; i++) {
            address[i] = (byte) octet(matcher.group(i + 1));
        }
        return address(address, octet(matcher.group(5)) * 256 + octet(matcher.group(6)));
    }

    /** The argument of EPRT. */
    public static InetSocketAddress parseEprt(String argument) throws FtpError {
        Matcher matcher = EPRT.matcher(argument.strip());
        if (!matcher.matches()) {
            throw new FtpError(501, "EPRT takes |1|a.b.c.d|port| or |2|v6|port|");
        }
        String host = matcher.group(3);
        if (host.contains(":") != matcher.group(2).equals("2")) {
            throw new FtpError(522, "the address does not fit its family, use (1,2)");
        }
        InetAddress address = PlainHost.address(host)
                .orElseThrow(() -> new FtpError(501, "not an address in its plain spelling: " + host));
        return new InetSocketAddress(address, port(matcher.group(4)));
    }

    private static int octet(String text) throws FtpError {
        int value = Integer.parseInt(text);
        if (value > 255) {
            throw new FtpError(501, text + " is above 255");
        }
        return value;
    }

    /** A port as text; anything but 1..65535 is a 501. */
    public static int port(String text) throws FtpError {
        if (!text.matches("[1-9]\\d{0,4}") || Integer.parseInt(text) > 65_535) {
            throw new FtpError(501, "port " + text + " is outside 1..65535");
        }
        return Integer.parseInt(text);
    }

    private static InetSocketAddress address(byte[] address, int port) throws FtpError {
        if (port < 1) {
            throw new FtpError(501, "port " + port + " is outside 1..65535");
        }
        try {
            return new InetSocketAddress(InetAddress.getByAddress(address), port);
        } catch (UnknownHostException e) {
            throw new FtpError(501, "not an address");
        }
    }
}
