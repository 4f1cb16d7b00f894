package org.waybill.service.account;

/** What a caller may do; each role includes the ones before it. */
public enum Role {
    /** Reads, asks for advice, and reports its own transfers and measurements. */
    VIEWER,
    /** Changes the catalogue. */
    OPERATOR,
    /** Manages accounts and tokens. */
    ADMINISTRATOR;

    public boolean includes(Role other) {
        return compareTo(other) >= 0;
    }
}
