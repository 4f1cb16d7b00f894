/**
 * Start at {@link ObservedPorts}: advice whose discovery a person can watch, skip in parts and repeat. See decision
 * 0151.
 */
@NullMarked
package org.waybill.client.livediscovery;

import org.jspecify.annotations.NullMarked;
