package org.waybill.service.provision.srm;

/** Space of a storage system; a number of bytes is -1 if it does not say. */
public record SrmSpace(String token, long totalBytes, long guaranteedBytes, long unusedBytes) {}
