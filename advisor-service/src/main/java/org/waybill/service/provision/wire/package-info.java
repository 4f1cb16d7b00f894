/**
 * Start at {@link ProvisioningHttpClient}: messages to other operators' systems: HTTP to allowed hosts only, and XML without external
 * entities.
 */
@NullMarked
package org.waybill.service.provision.wire;

import org.jspecify.annotations.NullMarked;
