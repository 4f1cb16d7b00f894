package org.waybill.api.storage;

import org.jspecify.annotations.Nullable;

/**
 * A path in a storage system.
 *
 * @param bytes null if the system does not say
 * @param type {@code FILE}, {@code DIRECTORY} or {@code LINK}; empty if the system does not say
 * @param locality {@code ONLINE}, {@code NEARLINE} (on tape), ...; empty if the system does not say
 */
public record StorageEntry(String path, @Nullable Long bytes, String type, String locality) {}
