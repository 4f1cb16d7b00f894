/** Start at {@link Storage}: Storage Resource Manager 2.2. */
@NullMarked
package org.waybill.service.provision.srm;

import org.jspecify.annotations.NullMarked;
