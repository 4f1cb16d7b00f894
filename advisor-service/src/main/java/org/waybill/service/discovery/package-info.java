/** Where data are: catalogues of replicas, asked all at once, each within its time. */
@NullMarked
package org.waybill.service.discovery;

import org.jspecify.annotations.NullMarked;
