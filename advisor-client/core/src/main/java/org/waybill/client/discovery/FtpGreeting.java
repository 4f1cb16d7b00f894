package org.waybill.client.discovery;

import java.io.IOException;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Distinguishes FTP, FTPS and GridFTP: all greet with 220 (RFC 959), and FEAT (RFC 2389) lists AUTH TLS, AUTH GSSAPI or
 * GridFTP's own features (GFD.20). Some servers answer FEAT only after the log-in; then AUTH GSSAPI itself is asked,
 * to which a GridFTP server says 334 and others 5xx.
 */
final class FtpGreeting {
    private static final int MOST_LINES = 100;

    private FtpGreeting() {}

    static ServerIdentification listen(ServerDialog dialog, boolean tlsFirst) throws IOException {
        Set<Feature> features = EnumSet.noneOf(Feature.class);
        String note = "";
        if (tlsFirst) {
            note = " (certificate " + dialog.startTls().subject() + ", not checked)";
            features.add(Feature.TLS);
        }
        String greeting = reply(dialog, null);
        if (!greeting.startsWith("220")) {
            return ServerIdentification.wrong(greeting);
        }
        if (greeting.contains("GridFTP")) {
            features.add(Feature.GSI);
        }
        dialog.send("FEAT\r\n");
        StringBuilder listed = new StringBuilder();
        String end = reply(dialog, listed);
        note(listed.toString().toUpperCase(Locale.ROOT), features);
        if (!end.startsWith("211") && !features.contains(Feature.GSI)) {
            dialog.send("AUTH GSSAPI\r\n");
            if (reply(dialog, null).startsWith("334")) {
                features.add(Feature.GSI);
            }
        }
        dialog.send("QUIT\r\n");
        return new ServerIdentification(true, greeting.substring(Math.min(4, greeting.length())) + note, features);
    }

    private static void note(String listed, Set<Feature> features) {
        if (listed.contains("AUTH TLS") || listed.contains("AUTH SSL")) {
            features.add(Feature.TLS);
        }
        if (listed.contains("AUTH GSSAPI") || listed.contains("DCAU") || listed.contains("SPAS")) {
            features.add(Feature.GSI);
        }
        if (listed.contains("REST STREAM")) {
            features.add(Feature.RESTART);
        }
    }

    /** The first line of a reply; all of it is read, and kept in {@code all} when that is given. */
    private static String reply(ServerDialog dialog, @Nullable StringBuilder all) throws IOException {
        String first = dialog.line();
        if (first.length() < 4 || first.charAt(3) != '-') {
            return first;
        }
        String code = first.substring(0, 3) + " ";
        for (int i = 0; i < MOST_LINES; i++) {
            String line = dialog.line();
            if (all != null) {
                all.append(line).append('\n');
            }
            if (line.isEmpty() || line.startsWith(code)) {
                break;
            }
        }
        return first;
    }
}
