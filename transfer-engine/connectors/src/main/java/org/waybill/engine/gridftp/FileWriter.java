package org.waybill.engine.gridftp;

import org.waybill.engine.gridftp.data.DataSink;

/**
 * A file that is being written.
 *
 * @param sink where its bytes go
 * @param completion how it ends
 */
public record FileWriter(DataSink sink, Completion completion) {}
