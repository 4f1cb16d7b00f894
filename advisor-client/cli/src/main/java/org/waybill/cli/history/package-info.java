/**
 * Start at {@link HistoryCommand}: what was measured and transferred before, and {@code find} in data catalogues.
 */
@NullMarked
package org.waybill.cli.history;

import org.jspecify.annotations.NullMarked;
