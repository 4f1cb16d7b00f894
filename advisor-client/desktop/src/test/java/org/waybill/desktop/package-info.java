/** The wizard on the Headless platform. */
@NullMarked
package org.waybill.desktop;

import org.jspecify.annotations.NullMarked;
