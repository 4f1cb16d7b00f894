/**
 * Start at {@link Reasons}: why an option has its rank, as codes and sentences, and warnings for the whole
 * advice.
 */
@NullMarked
package org.waybill.client.workflow.explanation;

import org.jspecify.annotations.NullMarked;
