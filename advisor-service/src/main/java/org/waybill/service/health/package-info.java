/** Start at {@link HealthReport}: whether what the service consists of works, for people and for programs. */
@NullMarked
package org.waybill.service.health;

import org.jspecify.annotations.NullMarked;
