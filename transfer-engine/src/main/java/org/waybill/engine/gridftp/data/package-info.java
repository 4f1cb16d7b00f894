/** Data channels of FTP: stream mode and GridFTP's extended block mode (GFD.20, section 3.4), from sources to sinks. */
@NullMarked
package org.waybill.engine.gridftp.data;

import org.jspecify.annotations.NullMarked;
