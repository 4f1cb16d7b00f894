/** Files as blocks: reading, durable writing, the ledger of what has arrived, confinement to one directory. */
@NullMarked
package org.waybill.engine.storage;

import org.jspecify.annotations.NullMarked;
