package org.waybill.client.endpoint;

/** Who is where: it decides which protocols are of use (Lu 2011, section 4.1.1.5). */
public enum Scenario {
    /** Push: the remote host must accept. */
    LOCAL_TO_REMOTE,
    /** Pull: the remote host must provide. */
    REMOTE_TO_LOCAL,
    /** Between two other machines: both hosts must be open, and the protocol must know third-party transfers. */
    THIRD_PARTY,
    /** A copy on this machine. */
    LOCAL_TO_LOCAL;

    public static Scenario of(Endpoint source, Endpoint destination) {
        if (source.isLocal()) {
            return destination.isLocal() ? LOCAL_TO_LOCAL : LOCAL_TO_REMOTE;
        }
        return destination.isLocal() ? REMOTE_TO_LOCAL : THIRD_PARTY;
    }
}
