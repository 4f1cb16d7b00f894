/**
 * Start at {@link SourceSession} and {@link SinkSession}: one transfer between two engine processes, the messages of
 * both sides and the flow of data. Live streams follow decision 0172.
 */
@NullMarked
package org.waybill.engine.session;

import org.jspecify.annotations.NullMarked;
