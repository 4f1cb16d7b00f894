/** Tests of native sockets. */
@NullMarked
package org.waybill.client.probe.socket;

import org.jspecify.annotations.NullMarked;
