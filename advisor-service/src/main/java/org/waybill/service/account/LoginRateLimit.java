package org.waybill.service.account;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.springframework.context.annotation.Lazy;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.waybill.api.ServiceException;
import org.waybill.db.account.AccountRow;
import org.waybill.db.account.Accounts;
import org.waybill.platform.SocketAddresses;
import org.waybill.service.log.SecurityLog;

/**
 * Names and secrets to callers, slowly: five wrong tries a minute for a name from an address, thirty from an address
 * for all names together, where the /64 of an IPv6 address is one address. A try counts before its secret is looked
 * at, so that many at once are not more. Others may still enter under a name that another client tries to guess. Why
 * no token bucket: decision 0122.
 */
@Lazy
public final class LoginRateLimit {
    private static final int TRIES = 5;
    private static final int TRIES_OF_AN_ADDRESS = 30;
    private static final Duration WINDOW = Duration.ofMinutes(1);
    private static final int LONGEST_NAME = 100;
    private static final int MOST_KEYS = 10_000;
    /** A secret takes a processor a tenth of a second, and the others that ask should not wait for all of them. */
    private static final int AT_ONCE = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);

    private static final int PATIENCE_SECONDS = 5;

    private final Accounts accounts;
    private final PasswordEncoder encoder;
    private final AuditLog audit;
    private final Clock clock;
    private final String nobodysHash;
    private final Semaphore places = new Semaphore(AT_ONCE, true);
    private final Map<String, Deque<Instant>> tries = new LinkedHashMap<>(16, .75f, true);

    public LoginRateLimit(Accounts accounts, PasswordEncoder encoder, AuditLog audit, Clock clock) {
        this.accounts = accounts;
        this.encoder = encoder;
        this.audit = audit;
        this.clock = clock;
        this.nobodysHash = encoder.encode("nobody");
    }

    /**
     * Who this is; empty if the secret is wrong.
     *
     * @throws ServiceException {@code FORBIDDEN} after too many wrong tries, {@code UNAVAILABLE} if many try at once
     */
    public Optional<Caller> enter(String name, String secret, String address) {
        Optional<Caller> entered = owner("log-in", name, secret, address);
        entered.ifPresent(caller -> audit.add(caller, "LOGIN", AuditSubject.SESSION, 0, "from " + address));
        return entered;
    }

    /**
     * Whether this is the secret of who wants to change it: whoever has come upon a session may not guess either.
     *
     * @throws ServiceException as by {@link #enter}
     */
    boolean isSecretOf(Caller caller, String secret, String address) {
        return owner("change of the password", caller.name(), secret, address).isPresent();
    }

    private Optional<Caller> owner(String what, String name, String secret, String address) {
        String shown = name.substring(0, Math.min(name.length(), LONGEST_NAME));
        String caller = SocketAddresses.caller(address);
        String byName = "name " + shown + " from " + caller;
        String byAddress = "address " + caller;
        Instant now = clock.instant();
        if (!begin(byName, byAddress, now)) {
            SecurityLog.refused(what + " after too many failed attempts", address, "as " + shown);
            throw ServiceException.forbidden("too many failed attempts, wait a minute");
        }
        Optional<AccountRow.Facts> account =
                accounts.findByName(shown).map(AccountRow::facts).filter(AccountRow.Facts::enabled);
        // an unknown name takes as long as a known one
        boolean right =
                matches(secret, account.map(AccountRow.Facts::secretHash).orElse(nobodysHash));
        if (account.isEmpty() || !right) {
            if (SecurityLog.refused(what, address, "wrong name or password of " + shown)) {
                audit.add(
                        Caller.SERVICE,
                        "REFUSE",
                        AuditSubject.SESSION,
                        0,
                        "wrong name or password of " + shown + " from " + address);
            }
            return Optional.empty();
        }
        forgive(byName, byAddress, now);
        return account.map(Caller::of);
    }

    private boolean matches(String secret, String hash) {
        try {
            if (!places.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw ServiceException.unavailable("too many log-ins at the same time, try again");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ServiceException.unavailable("the service is stopping", e);
        }
        try {
            return encoder.matches(secret, hash);
        } finally {
            places.release();
        }
    }

    /** Counts a try, unless there were too many. */
    private synchronized boolean begin(String byName, String byAddress, Instant now) {
        if (recent(byName, now).size() >= TRIES || recent(byAddress, now).size() >= TRIES_OF_AN_ADDRESS) {
            return false;
        }
        recent(byName, now).addLast(now);
        recent(byAddress, now).addLast(now);
        while (tries.size() > MOST_KEYS) {
            tries.remove(tries.keySet().iterator().next());
        }
        return true;
    }

    /** The tries of the last minute; after a clock was set back, not those that it places far in the future. */
    private Deque<Instant> recent(String key, Instant now) {
        Deque<Instant> past = tries.computeIfAbsent(key, _ -> new ArrayDeque<>());
        past.removeIf(when -> when.isBefore(now.minus(WINDOW)) || when.isAfter(now.plus(WINDOW)));
        return past;
    }

    /** The try was a good one. */
    private synchronized void forgive(String byName, String byAddress, Instant when) {
        for (String key : new String[] {byName, byAddress}) {
            Deque<Instant> past = tries.get(key);
            if (past != null) {
                past.removeFirstOccurrence(when);
            }
        }
    }
}
