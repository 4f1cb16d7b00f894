package org.waybill.client.looking;

/**
 * What came of a look, in words.
 *
 * @param found false when nothing was learned; {@code value} then says why
 * @param method how it is known; empty if that goes without saying
 */
public record Finding(boolean found, String value, String method) {
    static Finding of(String value, String method) {
        return new Finding(true, value, method);
    }

    static Finding nothing(String why) {
        return new Finding(false, why, "");
    }
}
