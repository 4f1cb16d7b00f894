package org.waybill.api.storage;

import org.jspecify.annotations.Nullable;

/**
 * How far a request to a storage system is.
 *
 * @param token names the request
 * @param ready whether the file can be transferred now
 * @param transferUrl where, by one of the protocols asked for; empty until it is ready
 * @param bytes of the file; null if the system does not say
 * @param waitSeconds when to ask again; 0 if the system does not say
 */
public record StorageRequest(
        String surl,
        String token,
        boolean ready,
        String transferUrl,
        @Nullable Long bytes,
        long waitSeconds) {}
