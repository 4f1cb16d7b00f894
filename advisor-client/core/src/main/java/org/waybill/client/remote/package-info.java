/** How the client reaches the advisor service: one of its home's commands runs it, the others call it. */
@NullMarked
package org.waybill.client.remote;

import org.jspecify.annotations.NullMarked;
