/** Moves data: what is asked, what is reported, what goes wrong. Knows no service, no database, no screen. */
@NullMarked
package org.waybill.engine;

import org.jspecify.annotations.NullMarked;
