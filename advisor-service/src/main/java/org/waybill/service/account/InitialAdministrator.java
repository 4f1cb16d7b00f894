package org.waybill.service.account;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Optional;
import org.springframework.context.annotation.Lazy;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.waybill.db.account.AccountRow;
import org.waybill.db.account.Accounts;
import org.waybill.platform.PrivateFiles;

/** Makes the first administrator, with a random secret that is shown once and stored only as a slow hash. */
@Lazy
public record InitialAdministrator(Accounts accounts, PasswordEncoder encoder, SecureRandom random, Clock clock) {
    /** The name of the first administrator. */
    public static final String ADMINISTRATOR = "admin";

    /** The file that the secret was written to, readable by its owner only; empty if there are accounts already. */
    public Optional<Path> prepare(Path home) {
        if (accounts.count() > 0) {
            return Optional.empty();
        }
        String secret = Secrets.random(random);
        try {
            accounts.saveAndFlush(new AccountRow(new AccountRow.Facts(
                    ADMINISTRATOR, encoder.encode(secret), Role.ADMINISTRATOR.name(), true, clock.instant())));
        } catch (DataIntegrityViolationException ignored) {
            return Optional.empty(); // another replica was first
        }
        return Optional.of(write(home.resolve("first-run-secret"), secret));
    }

    private static Path write(Path file, String secret) {
        try {
            PrivateFiles.replace(file, secret + "\n");
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the initial password to " + file, e);
        }
    }
}
