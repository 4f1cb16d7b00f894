/** Start at {@link Jobs}: periodic work of the service, once for all replicas that share a database. */
@NullMarked
package org.waybill.service.jobs;

import org.jspecify.annotations.NullMarked;
