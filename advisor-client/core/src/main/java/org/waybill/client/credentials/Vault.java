package org.waybill.client.credentials;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import org.jspecify.annotations.Nullable;
import org.waybill.platform.PrivateFiles;

/**
 * Passwords and passphrases in one file, encrypted with AES-256-GCM under a key from the {@link MasterSecret}. Every
 * change rewrites the file whole, under a lock, with a new nonce. Account names are encrypted too. See decision 0084.
 */
public final class Vault {
    private static final int TAG_BITS = 128;

    private final Path file;
    private final MasterSecret secret;
    private final SecureRandom random = new SecureRandom();
    private @Nullable SecretKey key;
    private byte @Nullable [] keySalt;

    public Vault(Path file, MasterSecret secret) {
        this.file = file;
        this.secret = secret;
    }

    /** Whether a vault is there and requires a passphrase. */
    public static boolean wantsPassphrase(Path file) throws VaultException, IOException {
        return Files.exists(file)
                && VaultHeader.decode(Files.readAllBytes(file)).derivation() == VaultHeader.ARGON2ID;
    }

    /** What there are secrets for. */
    public List<Account> accounts() throws VaultException, IOException {
        List<Entry> entries = read();
        List<Account> accounts = entries.stream().map(Entry::account).toList();
        entries.forEach(Entry::clear);
        return accounts;
    }

    /** The secret of a login, if there is one. The caller overwrites it after use. */
    public Optional<char[]> secret(Account login) throws VaultException, IOException {
        List<Entry> entries = read();
        Optional<char[]> found = entries.stream()
                .filter(entry -> entry.account().isSameLogin(login))
                .findFirst()
                .map(entry -> Secrets.chars(entry.secret()));
        entries.forEach(Entry::clear);
        return found;
    }

    /** Puts a secret in; an earlier one of the same login is replaced. {@code secret} is left as it is. */
    public void put(Account account, char[] secretOfAccount) throws VaultException, IOException {
        change(entries -> {
            removeIf(entries, entry -> entry.account().isSameLogin(account));
            entries.add(new Entry(account, Secrets.bytes(secretOfAccount)));
            return true;
        });
    }

    /** Takes a login's secret out and says whether there was one. */
    public boolean remove(Account account) throws VaultException, IOException {
        return change(entries -> removeIf(entries, entry -> entry.account().isSameLogin(account)));
    }

    private boolean change(Predicate<List<Entry>> edit) throws VaultException, IOException {
        return PrivateFiles.<Boolean, VaultException>holding(PrivateFiles.lockOf(file), () -> {
            List<Entry> entries = new ArrayList<>(read());
            boolean changed = edit.test(entries);
            if (changed) {
                write(entries);
            }
            entries.forEach(Entry::clear);
            return changed;
        });
    }

    private List<Entry> read() throws VaultException, IOException {
        byte[] bytes;
        try {
            bytes = Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            return List.of();
        }
        VaultHeader header = VaultHeader.decode(bytes);
        requireSameKind(header);
        byte[] plain = crypt(Cipher.DECRYPT_MODE, header, bytes, VaultHeader.BYTES);
        try {
            return decode(plain);
        } finally {
            Arrays.fill(plain, (byte) 0);
        }
    }

    private void write(List<Entry> entries) throws VaultException, IOException {
        VaultHeader header;
        if (Files.exists(file)) {
            header = VaultHeader.decode(Files.readAllBytes(file)).withNewNonce(random);
        } else {
            header = VaultHeader.fresh(VaultKeys.derivationOf(secret), random);
            if (secret instanceof MasterSecret.KeyFile keyFile) {
                VaultKeys.createKeyFile(keyFile.file(), random);
            }
        }
        byte[] plain = encode(entries);
        try {
            byte[] sealed = crypt(Cipher.ENCRYPT_MODE, header, plain, 0);
            byte[] whole = Arrays.copyOf(header.encode(), VaultHeader.BYTES + sealed.length);
            System.arraycopy(sealed, 0, whole, VaultHeader.BYTES, sealed.length);
            PrivateFiles.replace(file, whole);
        } finally {
            Arrays.fill(plain, (byte) 0);
        }
    }

    private void requireSameKind(VaultHeader header) throws VaultException {
        if (header.derivation() != VaultKeys.derivationOf(secret)) {
            throw new VaultException(
                    header.derivation() == VaultHeader.ARGON2ID
                            ? "the vault " + file + " is locked with a passphrase"
                            : "the vault " + file + " is locked with a key file, not with a passphrase");
        }
    }

    private byte[] crypt(int mode, VaultHeader header, byte[] input, int offset) throws VaultException, IOException {
        try {
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(mode, key(header), new GCMParameterSpec(TAG_BITS, header.nonce()));
            cipher.updateAAD(header.encode());
            return cipher.doFinal(input, offset, input.length - offset);
        } catch (AEADBadTagException e) {
            forgetKey();
            throw new VaultException(
                    header.derivation() == VaultHeader.ARGON2ID
                            ? "wrong passphrase for the vault " + file
                            : "the vault " + file
                                    + " or its key was changed by another program: restore both from a "
                                    + "backup, or remove both and add the accounts again",
                    e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private synchronized SecretKey key(VaultHeader header) throws VaultException, IOException {
        SecretKey known = key;
        if (known == null || !Arrays.equals(keySalt, header.salt())) {
            known = VaultKeys.derive(secret, header);
            key = known;
            keySalt = header.salt();
        }
        return known;
    }

    private synchronized void forgetKey() {
        key = null;
        keySalt = null;
    }

    private static boolean removeIf(List<Entry> entries, Predicate<Entry> condition) {
        List<Entry> gone = entries.stream().filter(condition).toList();
        gone.forEach(Entry::clear);
        return entries.removeAll(gone);
    }

    private static byte[] encode(List<Entry> entries) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(entries.size());
        for (Entry entry : entries) {
            Account account = entry.account();
            out.writeUTF(account.scheme());
            out.writeUTF(account.host());
            out.writeInt(account.port());
            out.writeUTF(account.user());
            out.writeLong(account.since().toEpochMilli());
            out.writeInt(entry.secret().length);
            out.write(entry.secret());
        }
        return bytes.toByteArray();
    }

    private static List<Entry> decode(byte[] plain) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(plain));
        int count = in.readInt();
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String scheme = in.readUTF();
            String host = in.readUTF();
            int port = in.readInt();
            String user = in.readUTF();
            Instant since = Instant.ofEpochMilli(in.readLong());
            byte[] secret = new byte[in.readInt()];
            in.readFully(secret);
            entries.add(new Entry(new Account(scheme, host, port, user, since), secret));
        }
        return entries;
    }

    /** An account with its secret. Compared by identity: no two are the same. */
    private record Entry(Account account, byte[] secret) {
        void clear() {
            Arrays.fill(secret, (byte) 0);
        }
    }
}
