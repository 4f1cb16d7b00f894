/** Tests of estimates. */
@org.jspecify.annotations.NullMarked
package org.waybill.client.estimate;
