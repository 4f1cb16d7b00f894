/** What the service does by itself, once for all replicas that share a database. */
@NullMarked
package org.waybill.service.jobs;

import org.jspecify.annotations.NullMarked;
