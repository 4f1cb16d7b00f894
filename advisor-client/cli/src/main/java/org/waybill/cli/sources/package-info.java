/** Start at {@link SourceList}: what several sources of a command come to, and wildcards that no shell has expanded. */
@NullMarked
package org.waybill.cli.sources;

import org.jspecify.annotations.NullMarked;
