package org.waybill.client.discovery;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.waybill.client.endpoint.UrlPath;
import org.waybill.protocol.ServersCopy;

/** Asks a web server which methods it allows (RFC 9110, section 9.3.7) and whether it knows WebDAV (RFC 4918). */
final class HttpGreeting {
    private static final int MOST_HEADERS = 64;
    private static final Pattern REFUSED = Pattern.compile("HTTP/1\\.\\d 40[13]\\b.*");

    private HttpGreeting() {}

    static ServerIdentification ask(ServerDialog dialog, String path) throws IOException {
        dialog.send(request("OPTIONS", path, dialog.host()));
        String status = dialog.line();
        if (!status.startsWith("HTTP/1.")) {
            return ServerIdentification.wrong(status);
        }
        Set<Feature> features = EnumSet.noneOf(Feature.class);
        if (REFUSED.matcher(status).matches()) {
            features.add(Feature.LOG_IN);
        }
        String server = "";
        List<String> allowed = new ArrayList<>();
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
                case "allow" -> {
                    allowed.add(value);
                    allow(value, features);
                }
                default -> {
                    // says nothing about what the server can do
                }
            }
        }
        if (ServersCopy.of(allowed, server).known()) {
            features.add(Feature.COPY);
        }
        return new ServerIdentification(true, server.isEmpty() ? status : server, features);
    }

    private static void allow(String methods, Set<Feature> features) {
        features.add(Feature.METHODS_LISTED);
        for (String method : methods.toUpperCase(Locale.ROOT).split(",")) {
            if (method.strip().equals("PUT")) {
                features.add(Feature.PUT);
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
