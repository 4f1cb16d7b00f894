/**
 * Start at {@link Candidate}: one transfer option before it is estimated, the tools and protocols that options are
 * made of, and who can read the data in transit.
 */
@NullMarked
package org.waybill.client.workflow.option;

import org.jspecify.annotations.NullMarked;
