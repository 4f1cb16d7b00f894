/** What a user does, done by real processes of the command line against real servers. */
@NullMarked
package org.waybill.endtoend;

import org.jspecify.annotations.NullMarked;
