/**
 * Start at {@link DataSource} and {@link DataSink}: data channels of FTP, stream mode and GridFTP's extended block mode
 * (GFD.20, section 3.4).
 */
@NullMarked
package org.waybill.engine.gridftp.data;

import org.jspecify.annotations.NullMarked;
