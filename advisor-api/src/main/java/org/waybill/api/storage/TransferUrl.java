package org.waybill.api.storage;

import java.util.Collection;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.waybill.protocol.Protocols;

/**
 * What may pass for a transfer URL. A storage system names it, people read it and scripts hand it to programs, so that
 * it must be {@code scheme://host...} of a protocol that was asked for: nothing that a terminal acts on, nothing that
 * falls apart into words, nothing that a program takes for an option.
 */
public final class TransferUrl {
    /** The longest that programs take without asking: RFC 9110, section 4.1 recommends to support 8,000. */
    private static final int LONGEST = 8_000;
    /** RFC 3986, sections 3.1 and 3.2: a scheme, perhaps a user, a name or an address, perhaps a port. */
    private static final Pattern SHAPE = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*)://([A-Za-z0-9._~%-]+@)?"
            + "(\\[[0-9A-Fa-f:.]+]|[A-Za-z0-9][A-Za-z0-9._-]*)(:[0-9]{1,5})?([/?][^\\p{C}\\p{Z}\"'<>`\\\\]*)?");

    private TransferUrl() {}

    /**
     * Whether {@code url} is a transfer URL of one of {@code protocols}.
     *
     * @param protocols names as SRM gives them: {@code gsiftp}, {@code https}, {@code root}, ...
     */
    public static boolean isOf(String url, Collection<String> protocols) {
        Matcher parts = SHAPE.matcher(url);
        if (url.length() > LONGEST || !parts.matches()) {
            return false;
        }
        String scheme = parts.group(1).toLowerCase(Locale.ROOT);
        return protocols.stream()
                .map(protocol -> protocol.toLowerCase(Locale.ROOT))
                .anyMatch(protocol -> protocol.equals(scheme) || isOf(scheme, protocol));
    }

    /** Whether a scheme is another spelling of a protocol, or of one that is as safe and finds the same files. */
    private static boolean isOf(String scheme, String protocol) {
        return Protocols.ofUrl(protocol)
                .filter(asked -> asked.answersWith(scheme)
                        || Protocols.ofUrl(scheme)
                                .filter(given ->
                                        given.sharesPathsWith(asked) && given.protection() == asked.protection())
                                .isPresent())
                .isPresent();
    }
}
