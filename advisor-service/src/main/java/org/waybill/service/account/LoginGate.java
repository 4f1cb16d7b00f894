package org.waybill.service.account;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.waybill.api.ServiceException;
import org.waybill.db.account.AccountRow;
import org.waybill.db.account.Accounts;

/**
 * Names and secrets to callers, slowly: five wrong tries a minute for a name from an address, thirty from an address
 * for all names together. Others may still enter under a name that somebody else tries to guess.
 */
public final class LoginGate {
    private static final int TRIES = 5;
    private static final int TRIES_OF_AN_ADDRESS = 30;
    private static final Duration WINDOW = Duration.ofMinutes(1);
    private static final int LONGEST_NAME = 100;
    private static final int MOST_KEYS = 10_000;

    private final Accounts accounts;
    private final PasswordEncoder encoder;
    private final AuditLog audit;
    private final Clock clock;
    private final String nobodysHash;
    private final Map<String, Deque<Instant>> failures = new HashMap<>();

    public LoginGate(Accounts accounts, PasswordEncoder encoder, AuditLog audit, Clock clock) {
        this.accounts = accounts;
        this.encoder = encoder;
        this.audit = audit;
        this.clock = clock;
        this.nobodysHash = encoder.encode("nobody");
    }

    /**
     * Who this is; empty if the secret is wrong.
     *
     * @throws ServiceException {@code FORBIDDEN} after too many wrong tries
     */
    public Optional<Caller> enter(String name, String secret, String address) {
        String byName = "name " + name + " from " + address;
        String byAddress = "address " + address;
        if (tooMany(byName, TRIES) || tooMany(byAddress, TRIES_OF_AN_ADDRESS)) {
            throw new ServiceException(ServiceException.FORBIDDEN, "too many wrong tries, wait a minute");
        }
        Optional<AccountRow> account = accounts.findByName(name).filter(AccountRow::enabled);
        // an unknown name takes as long as a known one
        boolean right = encoder.matches(secret, account.map(AccountRow::secretHash).orElse(nobodysHash));
        if (account.isEmpty() || !right) {
            failed(byName);
            failed(byAddress);
            audit.add(Caller.SERVICE, "REFUSE", "SESSION", 0, "wrong name or secret of "
                    + name.substring(0, Math.min(name.length(), LONGEST_NAME)) + " from " + address);
            return Optional.empty();
        }
        Caller caller = new Caller(account.get().name(), Role.valueOf(account.get().roleName()));
        audit.add(caller, "LOGIN", "SESSION", 0, "from " + address);
        return Optional.of(caller);
    }

    private synchronized boolean tooMany(String key, int allowed) {
        Deque<Instant> past = failures.get(key);
        if (past == null) {
            return false;
        }
        Instant since = clock.instant().minus(WINDOW);
        while (!past.isEmpty() && past.peekFirst().isBefore(since)) {
            past.removeFirst();
        }
        return past.size() >= allowed;
    }

    private synchronized void failed(String key) {
        if (failures.size() > MOST_KEYS) {
            Instant since = clock.instant().minus(WINDOW);
            failures.values().removeIf(past -> past.isEmpty() || past.peekLast().isBefore(since));
        }
        failures.computeIfAbsent(key, _ -> new ArrayDeque<>()).addLast(clock.instant());
    }
}
