/**
 * The route to a host: tracepath, which needs no privileges and finds the path MTU, then traceroute, then a probe of
 * our own where neither is installed.
 */
@NullMarked
package org.waybill.client.probe.path;

import org.jspecify.annotations.NullMarked;
