package org.waybill.api.catalog;

/**
 * Why a row of an import was left out.
 *
 * @param row the line of a CSV file or the element of a JSON array, counted from 1 with the CSV heading as line 1
 */
public record RowError(int row, String message) {}
