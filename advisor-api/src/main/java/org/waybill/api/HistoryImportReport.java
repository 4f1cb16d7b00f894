package org.waybill.api;

import java.util.List;

/**
 * What came of an import. What was imported before is not added again, so that an import may be repeated.
 *
 * @param transfers found and good
 * @param measurements found and good
 * @param added how many of both were new
 * @param problems one line each, {@code FILE:LINE: what is wrong}; the first hundred
 * @param problemCount how many there were
 */
public record HistoryImportReport(
        int transfers, int measurements, int added, List<String> problems, int problemCount) {}
