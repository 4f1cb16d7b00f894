/** Start at {@link RemoteCommand}: the user's own names of places on other machines. */
@NullMarked
package org.waybill.cli.remote;

import org.jspecify.annotations.NullMarked;
