package org.waybill.api.storage;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Asks for a file to be made ready.
 *
 * @param write whether it is to be written; else read
 * @param bytes that are to be written; null if unknown, and for a file to be read
 * @param protocols that the caller can transfer data with, best first; 1 to 10
 */
public record StorageAsk(
        String surl, boolean write, @Nullable Long bytes, List<String> protocols) {}
