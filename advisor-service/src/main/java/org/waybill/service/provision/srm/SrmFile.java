package org.waybill.service.provision.srm;

/**
 * What a storage system says of a path.
 *
 * @param bytes -1 if it does not say
 * @param type {@code FILE}, {@code DIRECTORY} or {@code LINK}; empty if it does not say
 * @param locality {@code ONLINE}, {@code NEARLINE} (on tape), ...; empty if it does not say
 */
public record SrmFile(String path, long bytes, String type, String locality) {}
