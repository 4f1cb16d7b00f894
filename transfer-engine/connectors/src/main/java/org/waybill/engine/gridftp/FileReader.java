package org.waybill.engine.gridftp;

import org.waybill.engine.gridftp.data.DataSource;

/**
 * A file that is being read.
 *
 * @param source where its bytes come from
 * @param startOffset where in the file they begin
 * @param completion how it ends
 */
public record FileReader(DataSource source, long startOffset, Completion completion) {}
