/**
 * Start at {@link Watched}: advice whose discovery a person can watch, skip in parts and repeat. See decision 0151.
 */
@NullMarked
package org.waybill.client.looking;

import org.jspecify.annotations.NullMarked;
