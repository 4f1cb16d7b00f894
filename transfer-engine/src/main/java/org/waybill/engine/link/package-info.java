/** Control connections to nodes, and what is said over them besides transfers: pairing, measuring, questions. */
@NullMarked
package org.waybill.engine.link;

import org.jspecify.annotations.NullMarked;
