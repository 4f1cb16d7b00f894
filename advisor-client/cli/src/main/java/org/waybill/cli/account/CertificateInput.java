package org.waybill.cli.account;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.Invalid;
import org.waybill.cli.command.SecretInput;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.identity.CertificateFiles;
import org.waybill.engine.identity.ClientCertificate;

/**
 * A certificate that a user brings in files.
 *
 * @param key null when it is in the same file
 * @param passphraseFile null to ask on the terminal, if a passphrase is needed
 */
record CertificateInput(
        Path file, @Nullable Path key, @Nullable Path passphraseFile) {
    private static final int LONGEST_BYTES = 1 << 20;

    /** @throws TransferException for what is none, has ended, or is locked with another passphrase */
    ClientCertificate read(Instant now) throws TransferException {
        byte[] bytes = content(file);
        byte @Nullable [] keyBytes = key == null ? null : content(key);
        try {
            ClientCertificate certificate = CertificateFiles.read(file.toString(), bytes, keyBytes, this::passphrase);
            certificate.requireValid(now);
            return certificate;
        } finally {
            Arrays.fill(bytes, (byte) 0);
            if (keyBytes != null) {
                Arrays.fill(keyBytes, (byte) 0);
            }
        }
    }

    /** What the vault keeps; it is overwritten after use. */
    static char[] secret(ClientCertificate certificate) {
        byte[] pem = certificate.pem();
        char[] secret = new char[pem.length];
        for (int i = 0; i < pem.length; i++) {
            secret[i] = (char) pem[i];
        }
        Arrays.fill(pem, (byte) 0);
        return secret;
    }

    private char[] passphrase() {
        if (passphraseFile != null) {
            return SecretInput.read(passphraseFile, System.in);
        }
        return SecretInput.ask("Passphrase of the key in " + file)
                .orElseThrow(() -> Invalid.usage(
                        "the key is encrypted and there is no terminal to prompt on: use --password-file"));
    }

    private static byte[] content(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(LONGEST_BYTES + 1);
            if (bytes.length > LONGEST_BYTES) {
                throw Invalid.usage(file + " is too large for a certificate: expected at most 1 MiB");
            }
            return bytes;
        } catch (NoSuchFileException e) {
            throw new CommandFailure(Reason.NOT_FOUND, "file not found: " + file, e);
        } catch (IOException e) {
            throw new CommandFailure(Reason.PERMISSION, "cannot read " + file + ": " + e.getMessage(), e);
        }
    }
}
