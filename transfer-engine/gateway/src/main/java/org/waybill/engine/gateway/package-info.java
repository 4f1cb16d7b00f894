/**
 * Start at {@link Gateway}: an FTP and GridFTP server that splits a transfer in two. Unmodified clients name the far
 * server in a nested path ({@code ftp://gateway/ftp://host//file}), so that each leg is a TCP connection of its own
 * (Rizk 2006, chapter 3). See decision 0090; with which clients it is tested, decision 0292.
 */
@NullMarked
package org.waybill.engine.gateway;

import org.jspecify.annotations.NullMarked;
