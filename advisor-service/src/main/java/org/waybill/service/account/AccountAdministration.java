package org.waybill.service.account;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Lazy;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.data.domain.Limit;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.transaction.support.TransactionTemplate;
import org.waybill.api.ServiceException;
import org.waybill.db.account.AccountRow;
import org.waybill.db.account.Accounts;
import org.waybill.db.account.TokenRow;
import org.waybill.db.account.Tokens;
import org.waybill.db.task.Documents;
import org.waybill.db.task.ServiceTasks;
import org.waybill.service.InputChecks;

/**
 * Accounts, their roles, secrets and tokens. Only administrators may change them, except for what is one's own. Secrets
 * are random and shown once; there is always an administrator left.
 */
@Lazy
public record AccountAdministration(
        Accounts accounts,
        Tokens tokens,
        ServiceTasks tasks,
        Documents documents,
        TokenAccess access,
        ObjectProvider<PasswordEncoder> encoder,
        ObjectProvider<LoginRateLimit> gate,
        AuditLog audit,
        TransactionTemplate transaction,
        SecureRandom random,
        Clock clock) {
    private static final String NAME = "[A-Za-z0-9][A-Za-z0-9._@-]{0,99}";
    /** Whom the history and the audit log know without an account. */
    private static final Set<String> RESERVED = Set.of("service", "local");

    /** How long a token is good at most. */
    public static final int MOST_DAYS = 366;

    private static final int TASKS_AT_ONCE = 1_000;
    private static final int SHORTEST_SECRET = 12;
    /** BCrypt takes no more bytes. */
    private static final int LONGEST_SECRET = 72;

    /** An account. */
    public record Account(String name, Role role, boolean enabled, Instant createdAt) {}

    /** A token of an account; the token itself is known to its owner only. */
    public record Token(
            long id,
            String label,
            Instant createdAt,
            @Nullable Instant expiresAt) {}

    /** A secret, said once. */
    public record NewSecret(String name, String secret) {
        @Override
        public String toString() {
            return "NewSecret[" + name + "]";
        }
    }

    /** All accounts, by name. */
    public List<Account> list() {
        Caller.current().needs(Role.ADMINISTRATOR);
        return accounts.all().stream().map(AccountAdministration::account).toList();
    }

    private static Account account(AccountRow row) {
        AccountRow.Facts facts = row.facts();
        return new Account(facts.name(), Role.valueOf(facts.roleName()), facts.enabled(), facts.createdAt());
    }

    /** Adds an account with a random secret. */
    public NewSecret add(String name, Role role) {
        Caller caller = Caller.current().needs(Role.ADMINISTRATOR);
        if (!InputChecks.required("name", name, 100).matches(NAME)) {
            throw InputChecks.bad(
                    "invalid name: expected a letter or digit first, then letters, digits, . _ @ and - only");
        }
        if (RESERVED.contains(name.strip().toLowerCase(Locale.ROOT))) {
            throw InputChecks.bad(name.strip() + " is reserved for the service; choose another name");
        }
        String secret = Secrets.random(random);
        String hash = encoder.getObject().encode(secret);
        change(() -> {
            // two that differ in case alone would be taken for each other by people
            accounts.all().stream()
                    .map(row -> row.facts().name())
                    .filter(name.strip()::equalsIgnoreCase)
                    .findFirst()
                    .ifPresent(taken -> {
                        throw ServiceException.conflict("the account " + taken + " exists");
                    });
            AccountRow row = accounts.saveAndFlush(
                    new AccountRow(new AccountRow.Facts(name.strip(), hash, role.name(), true, clock.instant())));
            audit.add(caller, "ADD", AuditSubject.ACCOUNT, row.id(), name.strip() + " as " + role);
        });
        return new NewSecret(name.strip(), secret);
    }

    /**
     * Changes what an account may do, and whether it may enter at all: if not, its sessions and tokens end,
     * and its tasks are cancelled.
     */
    public Account set(String name, Role role, boolean enabled) {
        Caller caller = Caller.current().needs(Role.ADMINISTRATOR);
        change(() -> {
            AccountRow row = row(name);
            if (role != Role.ADMINISTRATOR || !enabled) {
                keepsAnAdministratorWithout(row);
            }
            AccountRow.Facts was = row.facts();
            row.change(new AccountRow.Facts(was.name(), was.secretHash(), role.name(), enabled, was.createdAt()));
            accounts.saveAndFlush(row);
            if (!enabled) {
                tokens.removeAll(row.id());
                tasks.cancelAll(was.name(), clock.instant().truncatedTo(ChronoUnit.MICROS));
            }
            audit.add(
                    caller,
                    "CHANGE",
                    AuditSubject.ACCOUNT,
                    row.id(),
                    was.name() + " is " + role + (enabled ? "" : ", not enabled"));
        });
        return account(row(name));
    }

    /** Removes an account, its tokens and its tasks: nobody who gets the name later sees them. */
    public void remove(String name) {
        Caller caller = Caller.current().needs(Role.ADMINISTRATOR);
        change(() -> {
            AccountRow row = row(name);
            keepsAnAdministratorWithout(row);
            tokens.removeAll(row.id());
            forgetTasks(row.facts().name());
            accounts.delete(row);
            accounts.flush();
            audit.add(
                    caller,
                    "DELETE",
                    AuditSubject.ACCOUNT,
                    row.id(),
                    row.facts().name());
        });
    }

    /** A worker that runs one learns that its lease is lost, and stops. */
    private void forgetTasks(String account) {
        List<Long> some = tasks.someOf(account, Limit.of(TASKS_AT_ONCE));
        while (!some.isEmpty()) {
            documents.forget(some.stream().map(String::valueOf).toList());
            tasks.forget(some);
            some = tasks.someOf(account, Limit.of(TASKS_AT_ONCE));
        }
    }

    private void keepsAnAdministratorWithout(AccountRow row) {
        List<AccountRow> administrators = accounts.enabledWithRole(Role.ADMINISTRATOR.name());
        if (administrators.stream().allMatch(one -> one.id() == row.id()) && !administrators.isEmpty()) {
            throw ServiceException.conflict(row.facts().name() + " is the only administrator; add another one first");
        }
    }

    /** Gives an account a new random secret and ends all of its sessions and tokens. */
    public NewSecret newSecret(String name) {
        Caller caller = Caller.current().needs(Role.ADMINISTRATOR);
        String secret = Secrets.random(random);
        setSecret(caller, name, secret);
        return new NewSecret(name, secret);
    }

    /**
     * Gives the caller a secret of the caller's choice and ends all of the caller's sessions and tokens.
     *
     * @param address that the request comes from
     * @throws ServiceException {@code FORBIDDEN} for a wrong old secret, and after too many of them
     */
    public void changeOwnSecret(String old, String chosen, String address) {
        Caller caller = Caller.current();
        int bytes = chosen.getBytes(StandardCharsets.UTF_8).length;
        if (chosen.length() < SHORTEST_SECRET || bytes > LONGEST_SECRET) {
            throw InputChecks.bad(
                    "the new password must have " + SHORTEST_SECRET + " to " + LONGEST_SECRET + " characters");
        }
        if (chosen.contains(caller.name()) || chosen.chars().distinct().count() < SHORTEST_SECRET / 2) {
            throw InputChecks.bad("the new password is too easy to guess");
        }
        if (!gate.getObject().isSecretOf(caller, old, address)) {
            throw ServiceException.forbidden("the current password is wrong");
        }
        setSecret(caller, caller.name(), chosen);
    }

    private void setSecret(Caller caller, String name, String secret) {
        String hash = encoder.getObject().encode(secret);
        change(() -> {
            AccountRow row = row(name);
            AccountRow.Facts was = row.facts();
            row.change(new AccountRow.Facts(was.name(), hash, was.roleName(), was.enabled(), was.createdAt()));
            accounts.saveAndFlush(row);
            tokens.removeAll(row.id());
            audit.add(caller, "SECRET", AuditSubject.ACCOUNT, row.id(), was.name() + " has a new secret");
        });
    }

    /** The tokens of an account that have not ended. */
    public List<Token> tokens(String name) {
        needsOwnerOrAdministrator(name);
        return tokens.ofAccount(row(name).id(), clock.instant()).stream()
                .map(AccountAdministration::token)
                .toList();
    }

    private static Token token(TokenRow row) {
        return new Token(
                row.id(),
                row.facts().label(),
                row.facts().createdAt(),
                row.facts().expiresAt());
    }

    /** A new token of an account for a program; its owner makes others. @param label what it is for */
    public String newToken(String name, String label, Duration life) {
        Caller caller = Caller.current().needs(Role.ADMINISTRATOR);
        String what = InputChecks.required("label", label, 100);
        AccountRow row = row(name);
        if (!row.facts().enabled()) {
            throw ServiceException.conflict("the account " + row.facts().name() + " is not enabled");
        }
        String token = access.issue(row.facts().name(), what, life);
        change(() -> audit.add(
                caller,
                "TOKEN",
                AuditSubject.ACCOUNT,
                row.id(),
                what + " of " + row.facts().name()));
        return token;
    }

    /** Ends a token of an account. */
    public void revoke(String name, long tokenId) {
        Caller caller = needsOwnerOrAdministrator(name);
        change(() -> {
            if (tokens.removeOne(tokenId, row(name).id()) == 0) {
                throw ServiceException.notFound(name + " has no token " + tokenId);
            }
            audit.add(caller, "REVOKE", AuditSubject.TOKEN, tokenId, "of " + name);
        });
    }

    private static Caller needsOwnerOrAdministrator(String name) {
        Caller caller = Caller.current();
        return caller.name().equals(name) ? caller : caller.needs(Role.ADMINISTRATOR);
    }

    private AccountRow row(String name) {
        return accounts.findByName(name).orElseThrow(() -> ServiceException.notFound("no account " + name));
    }

    /** In one transaction; callers already known are looked up again afterwards. */
    private void change(Runnable work) {
        try {
            transaction.executeWithoutResult(_ -> work.run());
        } catch (ConcurrencyFailureException | DataIntegrityViolationException e) {
            throw new ServiceException(
                    ServiceException.CONFLICT, "the account was modified concurrently, try again", e);
        } finally {
            access.forgetAll();
        }
    }
}
