/** Start at {@link EndpointStores}: the files of an endpoint, whatever its protocol, to look at and to tidy up. */
@NullMarked
package org.waybill.client.files;

import org.jspecify.annotations.NullMarked;
