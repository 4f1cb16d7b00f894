package org.waybill.protocol;

/** How a user proves to a server who he is. */
public enum Login {
    /** A key or password over SSH; the server is known by its host key. */
    SSH(true),
    /** A user name and password, or none. */
    PASSWORD(true),
    /** A proxy certificate of a grid certificate. */
    GRID_PROXY(true),
    /** The certificate of a home, known to the node since they were paired. */
    PAIRING(false),
    /** What the protocol's own tool asks for. */
    OF_ITS_TOOL(false);

    private final boolean password;

    Login(boolean password) {
        this.password = password;
    }

    /** Whether the vault may keep a password for it. */
    public boolean takesPassword() {
        return password;
    }
}
