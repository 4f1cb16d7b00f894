package org.waybill.api;

import java.util.List;

/**
 * Where data are.
 *
 * @param catalogues those that answered
 * @param problems one line each: a catalogue that did not answer or whose answer is not believed, and what was left out
 */
public record FoundData(List<FoundFile> files, List<String> catalogues, List<String> problems) {}
