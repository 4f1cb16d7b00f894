package org.waybill.service.account;

/** The token of the user who started this process. It lives in memory only, and as long as the process. */
public record ProcessToken(String value) {
    @Override
    public String toString() {
        return "ProcessToken";
    }
}
