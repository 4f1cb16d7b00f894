package org.waybill.engine.transport.wire;

/** The four acknowledgements (Lu 2011, section 6.1.1.2); their places here are their numbers on the wire. */
public enum AckKind {
    /** Regular, nothing is missing. */
    NXT,
    /** Regular, with the list of what is missing. */
    RXM,
    /** Nothing arrived for a while, nothing is missing. */
    TNT,
    /** Nothing arrived for a while, with the list of what is missing. */
    TMO;

    public static AckKind of(boolean timeout, boolean missing) {
        if (timeout) {
            return missing ? TMO : TNT;
        }
        return missing ? RXM : NXT;
    }

    static AckKind ofCode(int code) throws MalformedDatagramException {
        if (code >= values().length) {
            throw new MalformedDatagramException("acknowledgement kind " + code + " is not defined");
        }
        return values()[code];
    }
}
