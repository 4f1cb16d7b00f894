/** Start at {@link ProgressView}: how far a transfer has come, for people. */
@NullMarked
package org.waybill.cli.progress;

import org.jspecify.annotations.NullMarked;
