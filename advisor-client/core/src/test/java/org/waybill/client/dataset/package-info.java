/** Tests of counting. */
@org.jspecify.annotations.NullMarked
package org.waybill.client.dataset;
