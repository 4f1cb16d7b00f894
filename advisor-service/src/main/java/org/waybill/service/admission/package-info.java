/**
 * Start at {@link AdmissionConfiguration}: checks that every request passes first: by which name it came, how long it
 * may take, and what its failure says.
 */
@NullMarked
package org.waybill.service.admission;

import org.jspecify.annotations.NullMarked;
