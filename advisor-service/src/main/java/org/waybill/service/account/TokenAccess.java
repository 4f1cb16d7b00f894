package org.waybill.service.account;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.api.ServiceException;
import org.waybill.db.account.AccountRow;
import org.waybill.db.account.Accounts;
import org.waybill.db.account.TokenRow;
import org.waybill.db.account.Tokens;
import org.waybill.service.TimedCache;

/** Opaque bearer tokens. The database holds their SHA-256 only, so that a copy of it opens nothing. */
public final class TokenAccess {
    /** Longer text is not a token of ours, and not worth hashing. */
    private static final int LONGEST_TOKEN = 200;
    /** A revoked token may work this much longer on other replicas. */
    private static final Duration STALE = Duration.ofSeconds(2);

    private final Tokens tokens;
    private final Accounts accounts;
    private final byte[] processTokenHash;
    private final SecureRandom random;
    private final Clock clock;
    private final TimedCache<String, Optional<Granted>> known;

    private record Granted(Caller caller, @Nullable Instant expiresAt) {}

    public TokenAccess(Tokens tokens, Accounts accounts, ProcessToken processToken, SecureRandom random, Clock clock) {
        this.tokens = tokens;
        this.accounts = accounts;
        this.processTokenHash = bytes(Secrets.sha256(processToken.value()));
        this.random = random;
        this.clock = clock;
        this.known = new TimedCache<>(STALE, 1_000, System::nanoTime);
    }

    /** The caller that this token identifies; empty for an unknown, expired or disabled one. */
    public Optional<Caller> authenticate(String token) {
        if (token.isEmpty() || token.length() > LONGEST_TOKEN) {
            return Optional.empty();
        }
        String hash = Secrets.sha256(token);
        if (MessageDigest.isEqual(bytes(hash), processTokenHash)) {
            return Optional.of(new Caller("local", Role.ADMINISTRATOR));
        }
        Instant now = clock.instant();
        return known.get(hash, this::lookUp)
                .filter(granted -> granted.expiresAt() == null || now.isBefore(granted.expiresAt()))
                .map(Granted::caller);
    }

    private Optional<Granted> lookUp(String hash) {
        return tokens.bySha256(hash)
                .map(TokenRow::facts)
                .filter(row -> row.account().facts().enabled())
                .map(row -> new Granted(Caller.of(row.account().facts()), row.expiresAt()));
    }

    /** A new token for an account, valid for {@code life}, or for ever if that is null. Said once. */
    public String issue(String account, String label, @Nullable Duration life) {
        AccountRow owner =
                accounts.findByName(account).orElseThrow(() -> ServiceException.notFound("no account " + account));
        String token = Secrets.random(random);
        Instant now = clock.instant();
        tokens.removeExpired(now);
        tokens.save(new TokenRow(
                new TokenRow.Facts(Secrets.sha256(token), owner, label, now, life == null ? null : now.plus(life))));
        return token;
    }

    /** Ends a token; unknown ones are ended already. */
    public void revoke(String token) {
        String hash = Secrets.sha256(token);
        tokens.revoke(hash);
        known.forget(hash);
    }

    /** Looks callers up again: an account was changed. */
    void forgetAll() {
        known.forgetAll();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
