package org.waybill.client.discovery;

import java.io.IOException;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.waybill.client.endpoint.UrlPath;

/** Asks a web server which methods it allows (RFC 9110, section 9.3.7) and whether it knows WebDAV (RFC 4918). */
final class HttpGreeting {
    private static final int MOST_HEADERS = 64;
    // servers of the WLCG's HTTP third-party copy; to others COPY means a copy within themselves (RFC 4918, 9.8)
    private static final Pattern THIRD_PARTY_SERVERS = Pattern.compile("(?i)dcache|xrdhttp|xrootd|storm|eos");

    private HttpGreeting() {}

    static ServerIdentification ask(ServerDialog dialog, String path) throws IOException {
        dialog.send(request("OPTIONS", path, dialog.host()));
        String status = dialog.line();
        if (!status.startsWith("HTTP/1.")) {
            return ServerIdentification.wrong(status);
        }
        Set<Feature> features = EnumSet.noneOf(Feature.class);
        String server = "";
        for (int i = 0; i < MOST_HEADERS; i++) {
            String header = dialog.line();
            int colon = header.indexOf(':');
            if (colon < 0) {
                break;
            }
            String name = header.substring(0, colon).strip().toLowerCase(Locale.ROOT);
            String value = header.substring(colon + 1).strip();
            switch (name) {
                case "server" -> server = value;
                case "dav" -> features.add(Feature.DAV);
                case "allow" -> allow(value, features);
                default -> {
                    // says nothing about what the server can do
                }
            }
        }
        if (!THIRD_PARTY_SERVERS.matcher(server).find()) {
            features.remove(Feature.COPY);
        }
        return new ServerIdentification(true, server.isEmpty() ? status : server, features);
    }

    private static void allow(String methods, Set<Feature> features) {
        features.add(Feature.METHODS_LISTED);
        for (String method : methods.toUpperCase(Locale.ROOT).split(",")) {
            switch (method.strip()) {
                case "PUT" -> features.add(Feature.PUT);
                case "COPY" -> features.add(Feature.COPY);
                default -> {
                    // of no use for copying data
                }
            }
        }
    }

    static String request(String method, String path, String host) {
        String target = path.startsWith("/") ? UrlPath.encode(path) : "/";
        String named = host.indexOf(':') >= 0 ? "[" + host.replaceFirst("%.*", "") + "]" : host;
        return method + " " + target + " HTTP/1.1\r\nHost: " + named
                + "\r\nUser-Agent: waybill\r\nAccept: */*\r\nConnection: close\r\n\r\n";
    }
}
