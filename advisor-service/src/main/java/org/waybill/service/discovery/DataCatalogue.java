package org.waybill.service.discovery;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.waybill.protocol.WebUrls;
import org.waybill.service.InputChecks;
import org.waybill.service.OperatorList;

/**
 * A catalogue that may be asked. The operator lists them, one a line, in the file {@code data-catalogues} of the home
 * directory; no other host is ever connected to.
 *
 * @param url of an ESGF index the search, of Rucio the server, of the others the address with {@code {query}} in it
 * @param tokenFile holds the token that the catalogue requires, null for none
 * @param others catalogues that an index may name, as {@code HOST[:PORT]} or {@code *.DOMAIN[:PORT]}
 */
record DataCatalogue(Kind kind, URI url, @Nullable Path tokenFile, List<String> others) {
    static final String FILE = "data-catalogues";
    private static final String PLACE = "{query}";
    private static final String STAND_IN = "query-stand-in";

    /** What the catalogue speaks. */
    enum Kind {
        ESGF,
        RUCIO,
        METALINK,
        JSON,
        /** Globus' Replica Location Service, a catalogue or an index. */
        RLS
    }

    String host() {
        return url.getHost().toLowerCase(Locale.ROOT);
    }

    /** Whether an index may send us to a catalogue. */
    boolean allows(String host, int port) {
        return others.stream().anyMatch(other -> {
            int colon = other.indexOf(':');
            String name = colon < 0 ? other : other.substring(0, colon);
            String number = colon < 0 ? Integer.toString(RlsConnection.PORT) : other.substring(colon + 1);
            String asked = host.toLowerCase(Locale.ROOT);
            return number.equals(Integer.toString(port))
                    && (name.startsWith("*.") ? asked.endsWith(name.substring(1)) : asked.equals(name));
        });
    }

    /** Whether an address is one of a Replica Location Service, with ({@code rls}) or without authentication. */
    static boolean isReplicaLocationService(URI url) {
        return "rlsn".equals(url.getScheme()) || "rls".equals(url.getScheme());
    }

    /** The address to ask for {@code query}, which is encoded already. */
    URI asking(String query) {
        return URI.create(url.toString().replace(STAND_IN, query));
    }

    /** Reads the operator's list; no file is an empty list. */
    static List<DataCatalogue> read(Path home) {
        try {
            return OperatorList.read(home, FILE).stream()
                    .map(item -> parse(item.text(), item.where(), home))
                    .toList();
        } catch (IOException e) {
            throw InputChecks.bad("cannot read " + FILE + " in the home directory");
        }
    }

    private static DataCatalogue parse(String line, String where, Path home) {
        String[] words = line.split("\\s+");
        Kind kind = InputChecks.constant(Kind.class, words[0]).orElse(null);
        if (kind == null || words.length < 2 || words.length > 3) {
            throw InputChecks.bad(where + "expected esgf|rucio|metalink|json URL [TOKEN-FILE] or rls URL [HOST,...]");
        }
        if (kind == Kind.RLS) {
            return replicaLocationService(words, where);
        }
        boolean place = words[1].contains(PLACE);
        if (place != (kind == Kind.METALINK || kind == Kind.JSON)) {
            throw InputChecks.bad(where
                    + (place
                            ? "the address of " + words[0] + " cannot contain {query}"
                            : "the address must contain {query} in the place of the search text"));
        }
        return new DataCatalogue(
                kind,
                url(words[1].replace(PLACE, STAND_IN), where),
                words.length == 3 ? home.resolve(words[2]) : null,
                List.of());
    }

    private static DataCatalogue replicaLocationService(String[] words, String where) {
        try {
            URI url = URI.create(words[1]);
            if ("rlsn".equals(url.getScheme())
                    && url.getHost() != null
                    && url.getUserInfo() == null
                    && url.getPath().isEmpty()) {
                List<String> others = words.length == 3
                        ? List.of(words[2].toLowerCase(Locale.ROOT).split(","))
                        : List.of();
                return new DataCatalogue(Kind.RLS, url, null, others);
            }
        } catch (IllegalArgumentException _) {
            // reported below
        }
        throw InputChecks.bad(where + "invalid address: expected rlsn://HOST[:PORT], a service without authentication");
    }

    private static URI url(String text, String where) {
        try {
            URI url = URI.create(text);
            if (WebUrls.isOne(url) && WebUrls.keepsSecrets(url) && url.getFragment() == null) {
                return url;
            }
        } catch (IllegalArgumentException _) {
            // reported below
        }
        throw InputChecks.bad(where + "invalid address: expected https://HOST/... without a password");
    }
}
