/** Start at {@link DiscoveryViewModel}: the progress of discovery. */
@NullMarked
package org.waybill.desktop.discovery;

import org.jspecify.annotations.NullMarked;
