/** Start at {@link PathSurvey}: the probes of a path together, within one budget. */
@NullMarked
package org.waybill.client.probe.survey;

import org.jspecify.annotations.NullMarked;
