/** Start at {@link EndpointStores}: the files of an endpoint, by any protocol, to look at and to tidy up. */
@NullMarked
package org.waybill.client.files;

import org.jspecify.annotations.NullMarked;
