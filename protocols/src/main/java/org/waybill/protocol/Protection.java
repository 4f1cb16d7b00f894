package org.waybill.protocol;

/**
 * Who can read and change what a protocol carries, worst first. The one rule that everything keeps: who named a scheme
 * is never led to one of a lower rank, by advice, a redirection, or a server that answers elsewhere.
 */
public enum Protection {
    /** Anyone on the path reads and changes all. */
    CLEARTEXT,
    /** The log-in is encrypted; the data need not be. */
    LOG_IN_ONLY,
    /** Log-in and data are encrypted, and the server proves who it is; or nothing leaves this machine. */
    ENCRYPTED;

    /** The rank of a URL's scheme; what is not known is taken to protect nothing. */
    public static Protection of(String scheme) {
        return Protocols.isLocal(scheme)
                ? ENCRYPTED
                : Protocols.named(scheme).map(Protocol::protection).orElse(CLEARTEXT);
    }

    /** Whether who named {@code other} may be led here. */
    public boolean keeps(Protection other) {
        return compareTo(other) >= 0;
    }
}
