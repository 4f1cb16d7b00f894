package org.waybill.api;

/**
 * A part of a file of foreign records.
 *
 * @param file its name, for messages only
 * @param firstLine the number of the text's first line in the file, 1 or more
 * @param text whole lines
 * @param sourceHost where samples come from that do not say so themselves (esmond's), else empty
 * @param destinationHost where they go to, else empty
 */
public record HistoryImport(
        HistoryFormat format, String file, long firstLine, String text, String sourceHost, String destinationHost) {}
