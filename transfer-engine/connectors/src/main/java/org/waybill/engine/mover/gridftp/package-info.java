/**
 * Start at {@link GridFtpStore}: GridFTP as a client, with grid security or anonymous, in stream mode or over parallel
 * connections in extended block mode (decision 0090).
 *
 * <p>The Grid Community Toolkit's server 13.24 behaves as follows, and the code relies on it:
 *
 * <ul>
 * <li>Over a control channel without protection it drops every byte above 127 from a name, and answers with success:
 * the file then has another name. The mover refuses such names there and says that a proxy helps.</li>
 * <li>A file that several connections wrote has holes when they break. {@code CKSM SHA256} takes an offset and a
 * length, so the mover compares part by part and resumes after the last part that is equal.</li>
 * <li>It answers refusals with 500 as often as with 550: their text decides the reason.</li>
 * </ul>
 */
@NullMarked
package org.waybill.engine.mover.gridftp;

import org.jspecify.annotations.NullMarked;
