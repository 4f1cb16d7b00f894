/** Tests of discovery. */
@org.jspecify.annotations.NullMarked
package org.waybill.client.discovery;
