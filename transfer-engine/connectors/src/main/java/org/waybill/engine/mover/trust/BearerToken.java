package org.waybill.engine.mover.trust;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A token that lets its bearer in (RFC 6750), with what it says of itself: that is read, and believed only where it makes
 * us send the token to fewer servers (decision 0320). Its text never gets into a message.
 *
 * @param text as it is sent
 * @param origin where it was found, for messages
 * @param audiences whom it is meant for (RFC 7519, section 4.1.3); empty where it does not say so
 * @param notBefore when it becomes valid; null where it does not say so
 * @param expires when it is valid no longer; null where it does not say so
 */
public record BearerToken(
        String text,
        String origin,
        List<String> audiences,
        @Nullable Instant notBefore,
        @Nullable Instant expires) {
    /** Those that all servers of a collaboration accept (WLCG Common JWT Profiles, SciTokens). */
    private static final Set<String> ANY = Set.of("https://wlcg.cern.ch/jwt/v1/any", "any");

    public BearerToken {
        audiences = List.copyOf(audiences);
    }

    @Override
    public String toString() {
        return "the token in " + origin;
    }

    /** Whether it names the servers that it is meant for. */
    public boolean namesServers() {
        return !audiences.isEmpty() && audiences.stream().noneMatch(one -> ANY.contains(one.toLowerCase(Locale.ROOT)));
    }

    /** Whether it names this server, by host, by host and port, or by a URL. */
    public boolean names(String host, int port) {
        return audiences.stream().anyMatch(one -> {
            String place = one.toLowerCase(Locale.ROOT).replaceFirst("^[a-z][a-z0-9+.-]*://", "");
            String authority = place.split("[/?#]", 2)[0];
            String plain = host.toLowerCase(Locale.ROOT);
            String named = plain.contains(":") ? "[" + plain + "]" : plain;
            return Arrays.asList(plain, named, named + ":" + port).contains(authority);
        });
    }

    /** Why it is of no use now; empty where nothing speaks against it. */
    public Optional<String> problem(Instant now) {
        if (expires != null && !now.isBefore(expires)) {
            return Optional.of(this + " expired at " + expires + ": get a new one");
        }
        if (notBefore != null && now.isBefore(notBefore)) {
            return Optional.of(this + " is not valid before " + notBefore + ": check this machine's clock");
        }
        return Optional.empty();
    }
}
