package org.waybill.client.discovery;

/** What a server said, or showed, that it can do. */
public enum Feature {
    /** FTP: AUTH TLS is offered, or TLS comes first. */
    TLS,
    /** FTP: AUTH GSSAPI is offered, or the greeting names GridFTP. */
    GSI,
    /** FTP: transfers can start in the middle of a file (REST STREAM, RFC 3659). */
    RESTART,
    /** HTTP: a DAV header (RFC 4918). */
    DAV,
    /** HTTP: the server listed the methods that it allows. */
    METHODS_LISTED,
    /** HTTP: PUT is among them. */
    PUT,
    /** HTTP: COPY is among them, and the server is of a kind that can fetch from another one with it. */
    COPY,
    /** HTTP: without a log-in the server does not say what it can do. */
    LOG_IN,
    /** S3: the server that the user's settings name is asked without encryption, or they cannot be read. */
    CLEARTEXT,
    /** TLS: the server requires a certificate from the client. */
    CLIENT_CERTIFICATE,
    /** Nothing was asked, since no probe gets there: the user named the protocol. */
    ASSUMED
}
