package org.waybill.engine.identity;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.bouncycastle.util.io.pem.PemObject;
import org.bouncycastle.util.io.pem.PemWriter;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;

/** A person's certificate chain or proxy with its private key, to be shown to servers that ask for one. */
public final class ClientCertificate {
    private final PrivateKey key;
    private final List<X509Certificate> chain;

    /**
     * A chain whose key is at hand.
     *
     * @param chain the certificate of the key first, each certificate followed by its issuer's
     * @throws TransferException {@code BAD_INPUT} when the key is not that of the first certificate
     */
    public ClientCertificate(PrivateKey key, List<X509Certificate> chain) throws TransferException {
        this.key = key;
        this.chain = List.copyOf(chain);
        if (!belongsTo(key, chain.getFirst())) {
            throw new TransferException(
                    Reason.BAD_INPUT,
                    "the key is not that of the first certificate: give the two that belong together");
        }
    }

    /** Whether the certificate's public key verifies what the key has signed. */
    private static boolean belongsTo(PrivateKey key, X509Certificate certificate) throws TransferException {
        String algorithm =
                switch (key.getAlgorithm()) {
                    case "RSA" -> "SHA256withRSA";
                    case "EC" -> "SHA256withECDSA";
                    case "DSA" -> "SHA256withDSA";
                    default -> key.getAlgorithm();
                };
        try {
            Signature signature = Signature.getInstance(algorithm);
            signature.initSign(key);
            signature.update(certificate.getTBSCertificate());
            byte[] signed = signature.sign();
            signature.initVerify(certificate.getPublicKey());
            signature.update(certificate.getTBSCertificate());
            return signature.verify(signed);
        } catch (NoSuchAlgorithmException e) {
            throw new TransferException(
                    Reason.BAD_INPUT,
                    "keys of the kind " + key.getAlgorithm() + " are not known: use RSA, EC or Ed25519",
                    e);
        } catch (InvalidKeyException | SignatureException e) {
            return false;
        } catch (CertificateEncodingException e) {
            throw new IllegalStateException("it was decoded, so it has an encoding", e);
        }
    }

    public PrivateKey key() {
        return key;
    }

    public List<X509Certificate> chain() {
        return chain;
    }

    /** Whose it is, as RFC 2253 writes names; of a proxy the proxy's own name. */
    public String subject() {
        return chain.getFirst().getSubjectX500Principal().getName();
    }

    /** When the first of the chain's certificates ends. */
    public Instant notAfter() {
        return chain.stream()
                .map(one -> one.getNotAfter().toInstant())
                .min(Comparator.naturalOrder())
                .orElseThrow();
    }

    /** @throws TransferException {@code AUTHENTICATION} when it has ended */
    public void requireValid(Instant now) throws TransferException {
        if (!notAfter().isAfter(now)) {
            throw new TransferException(
                    Reason.AUTHENTICATION,
                    "the certificate of " + subject() + " expired at " + notAfter()
                            + "; get a new one and add it with 'waybill account add certificate:...'");
        }
    }

    /**
     * Certificate, key in the clear, and the rest of the chain in PEM form, as grid proxies are kept. The caller
     * overwrites it after use.
     */
    public byte[] pem() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (PemWriter writer = new PemWriter(new OutputStreamWriter(bytes, StandardCharsets.US_ASCII))) {
            writer.writeObject(new PemObject("CERTIFICATE", chain.getFirst().getEncoded()));
            writer.writeObject(new PemObject("PRIVATE KEY", key.getEncoded()));
            for (X509Certificate issuer : chain.subList(1, chain.size())) {
                writer.writeObject(new PemObject("CERTIFICATE", issuer.getEncoded()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (CertificateEncodingException e) {
            throw new IllegalStateException("it was decoded, so it has an encoding", e);
        }
        return bytes.toByteArray();
    }
}
