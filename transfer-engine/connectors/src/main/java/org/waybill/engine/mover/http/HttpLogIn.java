package org.waybill.engine.mover.http;

import java.net.URI;
import java.net.http.HttpRequest;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Location;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.Credentials;
import org.waybill.engine.mover.store.StorePath;
import org.waybill.engine.mover.store.StoreProvider;
import org.waybill.engine.mover.trust.BearerToken;
import org.waybill.engine.mover.trust.Secrets;
import org.waybill.protocol.Protection;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.WebUrls;

/** The password or token that goes along with requests to one server, and what to do where it is refused. */
final class HttpLogIn {
    private final Location location;
    /** As it is asked, with its port. */
    private final URI server;
    /** How the user named the server. */
    private final String label;

    private final Credentials credentials;
    private final StoreProvider.Events events;
    private final InstantSource clock = InstantSource.system();
    /** Why the user's token was not sent, each said once. */
    private final Set<String> unsent = ConcurrentHashMap.newKeySet();

    private volatile @Nullable String noToken;
    /** Why the user's token did not go along to a server that is none of storage; empty where it did, or there is none. */
    private volatile String withheld = "";
    /** The token that went along. */
    private volatile @Nullable BearerToken sent;

    private volatile boolean passwordSent;

    HttpLogIn(Location location, URI server, String label, Credentials credentials, StoreProvider.Events events) {
        this.location = location;
        this.server = server;
        this.label = label;
        this.credentials = credentials;
        this.events = events;
    }

    /** Whether requests carry a password, which is given to no other server. */
    boolean hasUser() {
        return location.user() != null;
    }

    /** Why the user's token could not be sent to storage that it may be meant for. */
    Optional<String> noToken() {
        return Optional.ofNullable(noToken);
    }

    /**
     * HTTP's Basic scheme (RFC 7617) for one who named himself, so that the password goes along at once; else the token
     * that is meant for this server.
     */
    void authorize(HttpRequest.Builder request) {
        String user = location.user();
        if (user == null) {
            bearer().ifPresent(token -> request.setHeader("Authorization", token));
            return;
        }
        credentials
                .password(location.scheme(), location.host(), server.getPort(), user)
                .ifPresent(password -> {
                    passwordSent = true;
                    byte[] bytes = Secrets.utf8(joined(user, password));
                    request.setHeader(
                            "Authorization", "Basic " + Base64.getEncoder().encodeToString(bytes));
                    Arrays.fill(bytes, (byte) 0);
                    Arrays.fill(password, '\0');
                });
    }

    private static char[] joined(String user, char[] password) {
        char[] both = Arrays.copyOf((user + ":").toCharArray(), user.length() + 1 + password.length);
        System.arraycopy(password, 0, both, user.length() + 1, password.length);
        return both;
    }

    /**
     * The user's token, as a header has it, if it is meant for this server: one that does not name servers is meant for
     * those that a URL names as storage, and not for every web site.
     */
    Optional<String> bearer() {
        if (hasUser() || !WebUrls.keepsSecrets(server)) {
            return Optional.empty();
        }
        Optional<BearerToken> found = Optional.empty();
        try {
            found = credentials.bearerToken();
        } catch (TransferException e) {
            if (isStorage()) { // else no one knows whether it is meant for this server
                withoutToken(String.valueOf(e.getMessage()));
            }
        }
        if (found.isEmpty()) {
            return Optional.empty();
        }
        BearerToken token = found.get();
        boolean storage = isStorage();
        boolean named = token.names(location.host(), server.getPort());
        if (!named && (token.namesServers() || !storage)) {
            if (storage) {
                withoutToken(token + " is for " + StorePath.shown(String.join(", ", token.audiences())));
            } else if (!token.namesServers()) {
                withheld = token + " was not sent, since it names no servers: such a one goes to "
                        + Protocol.DAVS.scheme() + ":// URLs only";
            }
            return Optional.empty();
        }
        Optional<String> problem = token.problem(clock.instant());
        problem.ifPresent(this::withoutToken);
        if (problem.isPresent()) {
            return Optional.empty();
        }
        noToken = null;
        sent = token;
        return Optional.of("Bearer " + token.text());
    }

    private boolean isStorage() {
        return location.is(Protocol.DAVS) || location.is(Protocol.DAV);
    }

    /** Whether it is storage by its URL, or one that the user's token names: others are handed no token. */
    boolean isTrusted() {
        if (isStorage()) {
            return true;
        }
        try {
            return credentials
                    .bearerToken()
                    .filter(token -> token.names(location.host(), server.getPort()))
                    .isPresent();
        } catch (TransferException _) {
            return false;
        }
    }

    private void withoutToken(String why) {
        String text = "no token was sent to " + label + ": " + why;
        noToken = text;
        if (unsent.add(text)) {
            events.tell("TOKEN_NOT_SENT", text);
        }
    }

    /** What the user can do about a refusal, by what went along with the request; begins with its punctuation mark. */
    String advice(int status) {
        BearerToken token = sent;
        String user = location.user();
        if (status == 400) {
            return Protection.of(location.scheme()) == Protection.ENCRYPTED
                    ? ""
                    : "; if this port speaks TLS, write "
                            + (location.is(Protocol.DAV) ? Protocol.DAVS : Protocol.HTTPS).scheme() + "://";
        }
        if (token != null) {
            return status == 403
                    ? "; it was asked with " + token
                    : ": it does not accept " + token + "; get a new one, or name a user, " + withUser("USER");
        }
        if (status == 403) {
            return withheld.isEmpty() ? "" : "; " + withheld;
        }
        if (user == null) {
            return ": name a user, " + withUser("USER")
                    + ", whose password 'waybill account add' stores, or give a token" + " in BEARER_TOKEN_FILE"
                    + (withheld.isEmpty() ? "" : "; " + withheld);
        }
        return (passwordSent ? ": it does not accept this password; correct it" : ": there is no password; add it")
                + " with 'waybill account add " + withUser(user) + "'";
    }

    private String withUser(String user) {
        return label.replaceFirst("//", "//" + Matcher.quoteReplacement(user) + "@");
    }
}
