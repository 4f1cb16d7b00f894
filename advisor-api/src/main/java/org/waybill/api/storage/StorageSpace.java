package org.waybill.api.storage;

/** Space of a storage system; a number of bytes is -1 if the system does not say. */
public record StorageSpace(String token, long totalBytes, long guaranteedBytes, long unusedBytes) {}
