/**
 * Start at {@link NodeConnector}: control connections to nodes, and their messages besides transfers: pairing,
 * measuring, questions.
 */
@NullMarked
package org.waybill.engine.link;

import org.jspecify.annotations.NullMarked;
