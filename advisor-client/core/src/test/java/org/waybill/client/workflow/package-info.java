/** Tests of ranking, advice and scripts. */
@org.jspecify.annotations.NullMarked
package org.waybill.client.workflow;
