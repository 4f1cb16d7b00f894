package org.waybill.protocol;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Whether a web server fetches from another, or sends to it, at a client's word (HTTP-TPC of the WLCG), as its answer to
 * OPTIONS shows (decision 0320).
 *
 * @param listed whether it lists COPY; many servers do that copy within themselves only (RFC 4918, section 9.8)
 * @param known whether it names itself as one of those that are known to copy between servers
 */
public record ServersCopy(boolean listed, boolean known) {
    public static final ServersCopy NONE = new ServersCopy(false, false);

    private static final Pattern KNOWN = Pattern.compile("(?i)dcache|xrdhttp|xrootd|storm|eos|lcgdm");

    /**
     * What an answer says.
     *
     * @param allow the values of its {@code Allow}
     * @param server its {@code Server}; empty where it has none
     */
    public static ServersCopy of(List<String> allow, String server) {
        boolean listed = allow.stream()
                .flatMap(methods -> Stream.of(methods.toUpperCase(Locale.ROOT).split(",")))
                .anyMatch(method -> method.strip().equals("COPY"));
        return new ServersCopy(listed, listed && KNOWN.matcher(server).find());
    }
}
