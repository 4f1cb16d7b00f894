/** Start at {@link Replicas}: the processes of the service that share this database. */
@NullMarked
package org.waybill.db.replica;

import org.jspecify.annotations.NullMarked;
