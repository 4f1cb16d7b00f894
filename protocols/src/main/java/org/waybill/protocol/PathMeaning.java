package org.waybill.protocol;

/** What a path on a server of a protocol means. */
public enum PathMeaning {
    /** Usually a path of the machine's own file system. */
    FILE_SYSTEM,
    /** Below a web server's root. */
    WEB,
    /** Below the one directory that a node serves. */
    DATA_DIRECTORY,
    /** A key of the bucket that stands in place of a host: it may hold any character, a question mark too. */
    BUCKET,
    /** Of a remote of rclone's configuration that stands in place of a host: rclone knows where that is. */
    REMOTE,
    /** A name space of the protocol's own. */
    OWN;

    /** Whether what stands in place of a host is none, so that nothing can look it up or connect to it. */
    public boolean isHostless() {
        return this == BUCKET || this == REMOTE;
    }

    /** Whether URLs of such paths may have a query, which begins at a question mark. */
    public boolean hasQueries() {
        return this == WEB || this == OWN;
    }
}
