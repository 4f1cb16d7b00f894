/**
 * An FTP and GridFTP server that splits a transfer in two: unmodified clients name the far server in a nested path
 * ({@code ftp://gateway/ftp://host//file}), so that each leg is a TCP connection of its own (Rizk 2006, chapter 3).
 */
@NullMarked
package org.waybill.engine.gateway;

import org.jspecify.annotations.NullMarked;
