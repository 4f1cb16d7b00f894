package org.waybill.client.livediscovery;

/**
 * What came of a look, in words.
 *
 * @param found false when nothing was learned; {@code value} then says why
 * @param method how it is known; empty if that goes without saying
 */
public record DiscoveryItem(boolean found, String value, String method) {
    static DiscoveryItem of(String value, String method) {
        return new DiscoveryItem(true, value, method);
    }

    static DiscoveryItem nothing(String why) {
        return new DiscoveryItem(false, why, "");
    }
}
