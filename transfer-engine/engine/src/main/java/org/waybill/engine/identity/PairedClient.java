package org.waybill.engine.identity;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;

/**
 * A client that was paired with our node: a line {@code client FINGERPRINT SINCE grant=G from=ADDRESS name=N} of the
 * {@code peers} file. A line without a grant was written before there were grants, when a pairing gave everything; it
 * keeps that.
 *
 * @param address where it was when it was paired; empty if that is not known
 * @param name what the operator calls it; may be empty
 */
public record PairedClient(Fingerprint fingerprint, Instant since, Grant grant, String address, String name) {
    private static final String KIND = "client ";
    private static final String GRANT = "grant=";
    private static final String FROM = "from=";
    private static final String NAME = "name=";

    static boolean isLine(String line) {
        return line.startsWith(KIND);
    }

    /** Empty if the line is damaged: no one gets in by it. */
    static Optional<PairedClient> parse(String line) {
        try {
            String[] words = line.split(" ");
            Grant grant = Grant.OWNER;
            String address = "";
            String name = "";
            for (int i = 3; i < words.length; i++) {
                if (words[i].startsWith(GRANT)) {
                    grant = Grant.parse(words[i].substring(GRANT.length()));
                } else if (words[i].startsWith(FROM)) {
                    address = decoded(words[i].substring(FROM.length()));
                } else if (words[i].startsWith(NAME)) {
                    name = decoded(words[i].substring(NAME.length()));
                } else {
                    return Optional.empty();
                }
            }
            Instant since = words.length > 2 ? Instant.parse(words[2]) : Instant.EPOCH;
            return Optional.of(new PairedClient(new Fingerprint(words[1]), since, grant, address, name));
        } catch (RuntimeException _) {
            return Optional.empty();
        }
    }

    String line() {
        return KIND + fingerprint + " " + since + " " + GRANT + grant.text()
                + (address.isEmpty() ? "" : " " + FROM + encoded(address))
                + (name.isEmpty() ? "" : " " + NAME + encoded(name));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
