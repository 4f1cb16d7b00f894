/**
 * Start at {@link Circuits} and {@link CircuitProvider}: circuits and storage, provisioning systems behind one
 * interface, ours among them. See decision 0120.
 */
@NullMarked
package org.waybill.service.provision;

import org.jspecify.annotations.NullMarked;
