/** Where the data are, where they should be, and what the user asks of the move. */
@NullMarked
package org.waybill.desktop.endpoint;

import org.jspecify.annotations.NullMarked;
