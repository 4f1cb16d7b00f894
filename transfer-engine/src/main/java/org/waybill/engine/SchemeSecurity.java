package org.waybill.engine;

/**
 * Who can read and change what a scheme carries, worst first. The one rule that everything keeps: who named a scheme
 * is never led to one of a lower rank, by advice, a redirection, or a server that answers elsewhere.
 */
public enum SchemeSecurity {
    /** Whoever is on the path reads and changes all. */
    CLEARTEXT,
    /** The log-in is encrypted; the data need not be. */
    LOG_IN_ONLY,
    /** Log-in and data are encrypted, and the server proves who it is; or nothing leaves this machine. */
    ENCRYPTED;

    /** The rank of a URL's scheme; what is not known is taken to protect nothing. */
    public static SchemeSecurity of(String scheme) {
        return switch (scheme) {
            case "file", "stream", "ssh", "sftp", "scp", "ftps", "https", "davs", "waybill" -> ENCRYPTED;
            // GridFTP's data channel (PROT C); what a storage system sends by, as it decides; bbftp's password alone
            case "gsiftp", "srm", "bbftp" -> LOG_IN_ONLY;
            default -> CLEARTEXT;
        };
    }

    /** Whether who named {@code other} may be led here. */
    public boolean keeps(SchemeSecurity other) {
        return compareTo(other) >= 0;
    }
}
