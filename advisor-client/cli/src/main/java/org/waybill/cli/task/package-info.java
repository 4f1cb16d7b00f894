/** Start at {@link TaskCommand}: transfers in the background, and the agent or worker that carries them out. */
@NullMarked
package org.waybill.cli.task;

import org.jspecify.annotations.NullMarked;
