package org.waybill.client.credentials;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;

/**
 * What a secret in the vault is for. Never holds the secret.
 *
 * @param scheme {@code sftp} for everything over SSH, else as in URLs; {@code key} for the passphrase of a key file;
 *     {@code certificate+SCHEME} for a certificate with its key
 * @param host in small letters; empty for a key file; {@link #ANY_HOST} for a certificate for all hosts
 * @param port never 0 except for a key file
 * @param user the login, or the key file's absolute path, or the certificate's subject
 * @param since when the secret was put in
 */
public record Account(String scheme, String host, int port, String user, Instant since) {
    /** In place of a host's name: a certificate for whichever host. */
    public static final String ANY_HOST = "*";

    private static final String KEY = "key";
    private static final String CERTIFICATE = "certificate+";

    public Account {
        scheme = familyOf(scheme);
        host = host.toLowerCase(Locale.ROOT);
        if (port == 0 && !scheme.equals(KEY)) {
            port = usualPort(scheme);
        }
    }

    /** The account of a key file's passphrase. */
    public static Account keyFile(Path key, Instant since) {
        return new Account(KEY, "", 0, key.toAbsolutePath().normalize().toString(), since);
    }

    /**
     * The account of a certificate with its key.
     *
     * @param scheme {@code https}, {@code davs}, {@code ftps} or {@code gsiftp}
     * @param port 0 for the scheme's usual one
     */
    public static Account certificate(String scheme, String host, int port, String subject, Instant since) {
        Account usual = new Account(CERTIFICATE + scheme, host, 0, subject, since);
        return port == 0 ? usual : new Account(usual.scheme, host, port, subject, since);
    }

    /** The same, and whose it is. */
    public Account withSubject(String subject) {
        return new Account(scheme, host, port, subject, since);
    }

    public boolean isCertificate() {
        return scheme.startsWith(CERTIFICATE);
    }

    public boolean isKeyFile() {
        return scheme.equals(KEY);
    }

    /** Whether both are for the same login, whenever they were put in. */
    public boolean isSameLogin(Account other) {
        return scheme.equals(other.scheme)
                && host.equals(other.host)
                && port == other.port
                && (isCertificate() || user.equals(other.user));
    }

    /**
     * One login serves every protocol over SSH. A password given for an encrypted protocol is not used for its clear
     * sibling: {@code ftps} and {@code ftp} stay apart, and so do {@code https} and {@code http}.
     */
    private static String familyOf(String scheme) {
        String small = scheme.toLowerCase(Locale.ROOT);
        if (small.startsWith(CERTIFICATE)) {
            return CERTIFICATE + familyOf(small.substring(CERTIFICATE.length()));
        }
        return Protocols.named(small).map(one -> one.account().scheme()).orElse(small);
    }

    private static int usualPort(String family) {
        boolean certificate = family.startsWith(CERTIFICATE);
        String scheme = certificate ? family.substring(CERTIFICATE.length()) : family;
        return accounts()
                .filter(one -> one.scheme().equals(scheme) && (!certificate || one.takesCertificate()))
                .mapToInt(Protocol::defaultPort)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("invalid scheme '" + scheme + "' for a "
                        + (certificate ? "certificate" : "password") + ": expected "
                        + either(Protocols.movingFiles()
                                .filter(one -> certificate
                                        ? one.account().takesCertificate()
                                        : one.login().takesPassword()))));
    }

    /** The protocols under whose schemes passwords are kept. */
    public static Stream<Protocol> accounts() {
        return Protocols.movingFiles().filter(one -> one.login().takesPassword() && one.account() == one);
    }

    private static String either(Stream<Protocol> protocols) {
        List<String> schemes = protocols.map(Protocol::scheme).toList();
        return String.join(", ", schemes.subList(0, schemes.size() - 1)) + " or " + schemes.getLast();
    }

    @Override
    public String toString() {
        if (isCertificate()) {
            return "certificate:" + scheme.substring(CERTIFICATE.length()) + "://" + host + ":" + port;
        }
        return isKeyFile() ? "key file " + user : scheme + "://" + user + "@" + host + ":" + port;
    }
}
