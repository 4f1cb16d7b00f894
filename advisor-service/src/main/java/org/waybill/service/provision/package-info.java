/** Circuits and storage: provisioning systems behind one interface, ours among them. */
@NullMarked
package org.waybill.service.provision;

import org.jspecify.annotations.NullMarked;
