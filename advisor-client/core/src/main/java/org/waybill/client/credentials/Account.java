package org.waybill.client.credentials;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;

/**
 * What a secret in the vault is for. Never holds the secret.
 *
 * @param scheme {@code sftp} for everything over SSH, else as in URLs; {@code key} for the passphrase of a key file
 * @param host in small letters; empty for a key file
 * @param port never 0 but for a key file
 * @param user the login, or the key file's absolute path
 * @param since when the secret was put in
 */
public record Account(String scheme, String host, int port, String user, Instant since) {
    private static final String KEY = "key";

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

    public boolean isKeyFile() {
        return scheme.equals(KEY);
    }

    /** Whether both are for the same login, whenever they were put in. */
    public boolean isSameLogin(Account other) {
        return scheme.equals(other.scheme) && host.equals(other.host) && port == other.port
                && user.equals(other.user);
    }

    /**
     * One login serves every protocol over SSH. A password given for an encrypted protocol is not used for its clear
     * sibling: {@code ftps} and {@code ftp} stay apart, and so do {@code https} and {@code http}.
     */
    private static String familyOf(String scheme) {
        String small = scheme.toLowerCase(Locale.ROOT);
        return switch (small) {
            case "ssh", "scp", "sftp", "rsync" -> "sftp";
            case "davs" -> "https";
            case "dav" -> "http";
            default -> small;
        };
    }

    private static int usualPort(String family) {
        return switch (family) {
            case "sftp" -> 22;
            case "ftp" -> 21;
            case "ftps" -> 990;
            case "gsiftp" -> 2811;
            case "http" -> 80;
            case "https" -> 443;
            case "srm" -> 8443;
            default -> throw new IllegalArgumentException("no passwords are kept for '" + family
                    + "': use sftp, ftp, ftps, gsiftp, http, https, dav, davs or srm");
        };
    }

    @Override
    public String toString() {
        return isKeyFile() ? "key file " + user : scheme + "://" + user + "@" + host + ":" + port;
    }
}
