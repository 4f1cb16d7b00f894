/**
 * Start at {@link Reasons}: why an option stands where it stands, as codes and sentences, and warnings for the whole
 * advice.
 */
@NullMarked
package org.waybill.client.workflow.explanation;

import org.jspecify.annotations.NullMarked;
