package org.waybill.engine.transport.wire;

/** The four acknowledgements of PLUT and TSP (Lu 2011, section 6.1.1.2). */
public enum AckKind {
    /** Regular, nothing is missing. */
    NXT(0),
    /** Regular, with the list of what is missing. */
    RXM(1),
    /** Nothing arrived for a while, nothing is missing. */
    TNT(2),
    /** Nothing arrived for a while, with the list of what is missing. */
    TMO(3);

    private final int code;

    AckKind(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }

    public static AckKind of(boolean timeout, boolean missing) {
        if (timeout) {
            return missing ? TMO : TNT;
        }
        return missing ? RXM : NXT;
    }

    static AckKind ofCode(int code) throws MalformedDatagramException {
        return switch (code) {
            case 0 -> NXT;
            case 1 -> RXM;
            case 2 -> TNT;
            case 3 -> TMO;
            default -> throw new MalformedDatagramException("acknowledgement kind " + code + " is not defined");
        };
    }
}
