/** The daemon: accepts sessions, checks who asks, keeps limits, serves one data directory. */
@NullMarked
package org.waybill.engine.node;

import org.jspecify.annotations.NullMarked;
