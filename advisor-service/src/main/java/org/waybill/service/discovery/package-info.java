/**
 * Start at {@link DataDiscovery}: where data are: catalogues of replicas, asked all at once, each within its time. See
 * decision 0133.
 */
@NullMarked
package org.waybill.service.discovery;

import org.jspecify.annotations.NullMarked;
