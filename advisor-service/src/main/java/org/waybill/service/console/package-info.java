/** The web console. */
@NullMarked
package org.waybill.service.console;

import org.jspecify.annotations.NullMarked;
