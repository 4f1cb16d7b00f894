/** Tests of host facts. */
@org.jspecify.annotations.NullMarked
package org.waybill.client.probe.host;
