package org.waybill.client.credentials;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.KDF;
import javax.crypto.SecretKey;
import javax.crypto.spec.HKDFParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.params.Argon2Parameters;
import org.waybill.platform.PrivateFiles;

/**
 * Turns a master secret into the vault's AES-256 key. A passphrase goes through Argon2id (RFC 9106), which makes
 * guessing dear; a key file is random already and goes through HKDF-SHA-256 (RFC 5869), which costs nothing.
 */
final class VaultKeys {
    private static final int KEY_BYTES = 32;
    private static final byte[] INFO = "waybill vault".getBytes(StandardCharsets.US_ASCII);

    private VaultKeys() {}

    static byte derivationOf(MasterSecret secret) {
        return switch (secret) {
            case MasterSecret.KeyFile _ -> VaultHeader.KEY_FILE;
            case MasterSecret.Passphrase _ -> VaultHeader.ARGON2ID;
        };
    }

    /** The key for a vault with this header. */
    static SecretKey derive(MasterSecret secret, VaultHeader header) throws VaultException, IOException {
        return switch (secret) {
            case MasterSecret.KeyFile keyFile -> fromKeyFile(read(keyFile.file()), header);
            case MasterSecret.Passphrase passphrase ->
                fromPassphrase(passphrase.prompt().ask(), header);
        };
    }

    /** Makes the key file if it is not there. */
    static void createKeyFile(Path file, SecureRandom random) throws IOException {
        if (Files.exists(file)) {
            return;
        }
        byte[] key = new byte[KEY_BYTES];
        random.nextBytes(key);
        PrivateFiles.replace(file, key);
        Arrays.fill(key, (byte) 0);
    }

    private static byte[] read(Path file) throws VaultException, IOException {
        byte[] key;
        try {
            if (PrivateFiles.isOpenToOthers(file)) {
                throw new VaultException("other users can read the vault's key " + file + ": run 'chmod 600 " + file
                        + "', and change the stored passwords if others may have read it");
            }
            key = Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            throw new VaultException(
                    "the vault's key " + file + " does not exist: restore it from a backup, or remove "
                            + "the vault and add the accounts again",
                    e);
        }
        if (key.length != KEY_BYTES) {
            throw new VaultException("the vault's key " + file + " has " + key.length + " bytes instead of " + KEY_BYTES
                    + ": restore it from a backup");
        }
        return key;
    }

    private static SecretKey fromKeyFile(byte[] key, VaultHeader header) {
        try {
            byte[] derived = KDF.getInstance("HKDF-SHA256")
                    .deriveData(HKDFParameterSpec.ofExtract()
                            .addIKM(key)
                            .addSalt(header.salt())
                            .thenExpand(INFO, KEY_BYTES));
            return aes(derived);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        } finally {
            Arrays.fill(key, (byte) 0);
        }
    }

    private static SecretKey fromPassphrase(char[] passphrase, VaultHeader header) {
        byte[] text = Secrets.bytes(passphrase);
        Arrays.fill(passphrase, '\0');
        try {
            Argon2BytesGenerator argon2 = new Argon2BytesGenerator();
            argon2.init(new Argon2Parameters.Builder(Argon2Parameters.ARGON2_id)
                    .withVersion(Argon2Parameters.ARGON2_VERSION_13)
                    .withMemoryAsKB(header.memoryKib())
                    .withIterations(header.passes())
                    .withParallelism(header.lanes())
                    .withSalt(header.salt())
                    .build());
            byte[] derived = new byte[KEY_BYTES];
            argon2.generateBytes(text, derived);
            return aes(derived);
        } finally {
            Arrays.fill(text, (byte) 0);
        }
    }

    private static SecretKey aes(byte[] derived) {
        try {
            return new SecretKeySpec(derived, "AES");
        } finally {
            Arrays.fill(derived, (byte) 0);
        }
    }
}
