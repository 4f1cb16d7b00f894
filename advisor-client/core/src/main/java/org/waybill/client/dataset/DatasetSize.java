package org.waybill.client.dataset;

import org.waybill.client.estimate.Dataset;

/**
 * The size of a source.
 *
 * @param directory whether the source is a directory
 * @param complete whether everything was counted; else the numbers are lower bounds
 */
public record DatasetSize(Dataset dataset, boolean directory, boolean complete) {}
