package org.waybill.engine.testserver;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.util.io.pem.PemObject;

/** A certification authority of the tests' own: certificates for 127.0.0.1, for other names, and expired ones. */
public final class TestAuthority {
    private static final X500Name NAME = new X500Name("CN=Waybill test authority");
    private static final Duration LIFE = Duration.ofDays(30);

    private final Path directory;
    private final KeyPair keys;
    private final Path certificate;
    private int serial = 1;

    /** A server's certificate chain and its key, both PEM. */
    public record Identity(Path certificate, Path key) {}

    private TestAuthority(Path directory) throws IOException, GeneralSecurityException, OperatorCreationException {
        this.directory = directory;
        this.keys = newKeys();
        X509v3CertificateBuilder builder = builder(NAME, keys, Instant.now());
        builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(true));
        this.certificate = writePem(
                "ca.pem", builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate())));
    }

    public static TestAuthority in(Path directory) {
        try {
            return new TestAuthority(Files.createTempDirectory(directory, "ca"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException | OperatorCreationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The authority's own certificate, for those who are to trust it. */
    public Path certificate() {
        return certificate;
    }

    /** A valid certificate for 127.0.0.1 and localhost. */
    public Identity loopback() {
        return issue(
                Instant.now(),
                new GeneralName(GeneralName.iPAddress, "127.0.0.1"),
                new GeneralName(GeneralName.dNSName, "localhost"));
    }

    /** A valid certificate for a name. */
    public Identity server(String name) {
        return issue(Instant.now(), new GeneralName(GeneralName.dNSName, name));
    }

    /** A valid certificate of another host. */
    public Identity otherHost() {
        return issue(Instant.now(), new GeneralName(GeneralName.dNSName, "elsewhere.example.org"));
    }

    /** A certificate for 127.0.0.1 whose time is over. */
    public Identity expired() {
        return issue(Instant.now().minus(LIFE.multipliedBy(2)), new GeneralName(GeneralName.iPAddress, "127.0.0.1"));
    }

    private Identity issue(Instant from, GeneralName... names) {
        try {
            KeyPair server = newKeys();
            X509v3CertificateBuilder builder = builder(new X500Name("CN=server " + serial), server, from);
            builder.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(names));
            Path pem = writePem(
                    "server-" + serial + ".pem",
                    builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate())));
            return new Identity(
                    pem,
                    writePem(
                            "server-" + serial + ".key",
                            new PemObject("PRIVATE KEY", server.getPrivate().getEncoded())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException | OperatorCreationException e) {
            throw new IllegalStateException(e);
        }
    }

    private X509v3CertificateBuilder builder(X500Name subject, KeyPair subjectKeys, Instant from) {
        return new JcaX509v3CertificateBuilder(
                NAME,
                BigInteger.valueOf(serial++),
                Date.from(from.minus(Duration.ofHours(1))),
                Date.from(from.plus(LIFE)),
                subject,
                subjectKeys.getPublic());
    }

    private static KeyPair newKeys() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(256);
        return generator.generateKeyPair();
    }

    private Path writePem(String name, Object pem) throws IOException {
        StringWriter text = new StringWriter();
        try (JcaPEMWriter writer = new JcaPEMWriter(text)) {
            writer.writeObject(pem);
        }
        return Files.writeString(directory.resolve(name), text.toString());
    }
}
