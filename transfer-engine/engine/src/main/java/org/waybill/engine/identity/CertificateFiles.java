package org.waybill.engine.identity;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.UnrecoverableKeyException;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.openssl.PEMEncryptedKeyPair;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JceOpenSSLPKCS8DecryptorProviderBuilder;
import org.bouncycastle.openssl.jcajce.JcePEMDecryptorProviderBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.pkcs.PKCS8EncryptedPrivateKeyInfo;
import org.bouncycastle.pkcs.PKCSException;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;

/**
 * Reads the forms in which people have certificates: PEM with the key in the same file or in another, in the clear or
 * encrypted (PKCS 8 as well as OpenSSL's older form); grid proxies, which are PEM; and PKCS 12.
 */
public final class CertificateFiles {
    private static final BouncyCastleProvider PROVIDER = new BouncyCastleProvider();
    private static final byte[] PEM_BEGIN = "-----BEGIN ".getBytes(StandardCharsets.US_ASCII);

    private final String name;
    private final Passphrase passphrase;

    /** Gives the passphrase of a key, once one is needed. */
    @FunctionalInterface
    public interface Passphrase {
        /** Overwritten by the caller. */
        char[] ask() throws TransferException;
    }

    private CertificateFiles(String name, Passphrase passphrase) {
        this.name = name;
        this.passphrase = passphrase;
    }

    /**
     * The certificate in a file.
     *
     * @param name of the file, for messages
     * @param keyFile content of the file with the key, null when it is in the same file
     * @throws TransferException {@code BAD_INPUT} for what is none of these forms; {@code AUTHENTICATION} for a wrong
     *     passphrase
     */
    public static ClientCertificate read(String name, byte[] file, byte @Nullable [] keyFile, Passphrase passphrase)
            throws TransferException {
        CertificateFiles files = new CertificateFiles(name, passphrase);
        if (!isPem(file)) {
            return files.pkcs12(file);
        }
        List<X509Certificate> chain = new ArrayList<>();
        List<PrivateKeyInfo> keys = new ArrayList<>();
        files.pem(file, chain, keys);
        if (keyFile != null) {
            files.pem(keyFile, new ArrayList<>(), keys);
        }
        if (chain.isEmpty()) {
            throw files.unfit("contains no certificate");
        }
        if (keys.isEmpty()) {
            throw files.unfit("contains no private key: name the key's file too");
        }
        return new ClientCertificate(files.key(keys.getLast(), chain.getFirst()), chain);
    }

    /** The key, which must be of the same kind as the certificate's. */
    private PrivateKey key(PrivateKeyInfo encoded, X509Certificate certificate) throws TransferException {
        try {
            return KeyFactory.getInstance(certificate.getPublicKey().getAlgorithm())
                    .generatePrivate(new PKCS8EncodedKeySpec(encoded.getEncoded()));
        } catch (IOException | GeneralSecurityException | RuntimeException e) {
            throw unfit("and its key do not belong together, or one of them is damaged", e);
        }
    }

    private static boolean isPem(byte[] file) {
        for (int i = 0; i + PEM_BEGIN.length <= file.length; i++) {
            if (Arrays.equals(file, i, i + PEM_BEGIN.length, PEM_BEGIN, 0, PEM_BEGIN.length)) {
                return true;
            }
        }
        return false;
    }

    private void pem(byte[] text, List<X509Certificate> chain, List<PrivateKeyInfo> keys) throws TransferException {
        for (Object part : parts(text)) {
            @Nullable PrivateKeyInfo key = key(part);
            try {
                if (part instanceof X509CertificateHolder certificate) {
                    chain.add(new JcaX509CertificateConverter().getCertificate(certificate));
                } else if (key != null) {
                    keys.add(key);
                }
            } catch (GeneralSecurityException | RuntimeException e) {
                throw unfit("is damaged: " + firstLine(e), e);
            }
        }
    }

    private List<Object> parts(byte[] text) throws TransferException {
        List<Object> parts = new ArrayList<>();
        try (Reader reader = new InputStreamReader(new ByteArrayInputStream(text), StandardCharsets.US_ASCII);
                PEMParser parser = new PEMParser(reader)) {
            for (Object part = parser.readObject(); part != null; part = parser.readObject()) {
                parts.add(part);
            }
            return parts;
        } catch (IOException | RuntimeException e) {
            // the parser throws exceptions of many kinds at what is damaged
            throw unfit("is damaged: " + firstLine(e), e);
        }
    }

    /** The key that a part of a PEM file holds, null for parts that are not keys. */
    private @Nullable PrivateKeyInfo key(Object part) throws TransferException {
        return switch (part) {
            case PEMKeyPair pair -> pair.getPrivateKeyInfo();
            case PrivateKeyInfo key -> key;
            case PEMEncryptedKeyPair locked ->
                unlocked(typed -> locked.decryptKeyPair(new JcePEMDecryptorProviderBuilder()
                                .setProvider(PROVIDER)
                                .build(typed))
                        .getPrivateKeyInfo());
            case PKCS8EncryptedPrivateKeyInfo locked ->
                unlocked(typed -> locked.decryptPrivateKeyInfo(new JceOpenSSLPKCS8DecryptorProviderBuilder()
                        .setProvider(PROVIDER)
                        .build(typed)));
            default -> null;
        };
    }

    /** Opens a key with what was typed. */
    @FunctionalInterface
    private interface Opening {
        PrivateKeyInfo open(char[] typed) throws IOException, PKCSException, OperatorCreationException;
    }

    private PrivateKeyInfo unlocked(Opening opening) throws TransferException {
        char[] typed = passphrase.ask();
        try {
            return opening.open(typed);
        } catch (IOException | PKCSException | OperatorCreationException | RuntimeException e) {
            throw wrongPassphrase(e);
        } finally {
            Arrays.fill(typed, '\0');
        }
    }

    private ClientCertificate pkcs12(byte[] file) throws TransferException {
        char[] typed = passphrase.ask();
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(new ByteArrayInputStream(file), typed);
            List<String> names = Collections.list(store.aliases()).stream()
                    .filter(one -> isKey(store, one))
                    .toList();
            if (names.size() != 1) {
                throw unfit("holds " + names.size() + " private keys; one is wanted, with its certificate");
            }
            Certificate @Nullable [] chain = store.getCertificateChain(names.getFirst());
            if (chain == null || !(store.getKey(names.getFirst(), typed) instanceof PrivateKey key)) {
                throw unfit("holds a key without a certificate");
            }
            return new ClientCertificate(
                    key, Arrays.stream(chain).map(X509Certificate.class::cast).toList());
        } catch (IOException e) {
            if (e.getCause() instanceof UnrecoverableKeyException) {
                throw wrongPassphrase(e);
            }
            throw unfit("is neither PEM nor PKCS 12", e);
        } catch (UnrecoverableKeyException e) {
            throw wrongPassphrase(e);
        } catch (GeneralSecurityException | RuntimeException e) {
            throw unfit("is damaged: " + firstLine(e), e);
        } finally {
            Arrays.fill(typed, '\0');
        }
    }

    private static boolean isKey(KeyStore store, String alias) {
        try {
            return store.isKeyEntry(alias);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the store is loaded", e);
        }
    }

    private TransferException wrongPassphrase(Exception cause) {
        return new TransferException(Reason.AUTHENTICATION, "wrong passphrase for the key in " + name, cause);
    }

    private TransferException unfit(String why) {
        return new TransferException(Reason.BAD_INPUT, name + " " + why);
    }

    private TransferException unfit(String why, Exception cause) {
        return new TransferException(Reason.BAD_INPUT, name + " " + why, cause);
    }

    private static String firstLine(Exception e) {
        String message = e.getMessage();
        return message == null
                ? e.getClass().getSimpleName()
                : message.lines().findFirst().orElse("").replaceAll("\\p{Cntrl}", " ");
    }
}
