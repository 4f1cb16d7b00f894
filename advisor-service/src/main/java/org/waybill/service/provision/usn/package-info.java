/**
 * Start at {@link UsnProvider}: UltraScience Net, dedicated channels from a central scheduler with a web form. See
 * decision 0293.
 */
@NullMarked
package org.waybill.service.provision.usn;

import org.jspecify.annotations.NullMarked;
