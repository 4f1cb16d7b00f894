/** What is being found out. */
@NullMarked
package org.waybill.desktop.discovery;

import org.jspecify.annotations.NullMarked;
