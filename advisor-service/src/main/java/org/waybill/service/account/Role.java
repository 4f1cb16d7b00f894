package org.waybill.service.account;

/** What a caller may do; each role includes the ones before it. */
public enum Role {
    /** Reads, asks for advice, and reports its own transfers and measurements, and submits tasks. */
    VIEWER,
    /** Takes tasks of all accounts and carries them out ({@code waybill worker}). */
    WORKER,
    /** Changes the catalogue, and sees and changes the tasks of all accounts. */
    OPERATOR,
    /** Manages accounts and tokens. */
    ADMINISTRATOR;

    public boolean includes(Role other) {
        return compareTo(other) >= 0;
    }
}
