/**
 * Start at {@link EntranceConfiguration}: checks that every request passes first: by which name it came, how long it
 * may take, and what its failure says.
 */
@NullMarked
package org.waybill.service.entrance;

import org.jspecify.annotations.NullMarked;
