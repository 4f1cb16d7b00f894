/** Tests of the endpoint parser. */
@org.jspecify.annotations.NullMarked
package org.waybill.client.endpoint;
