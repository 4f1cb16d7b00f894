/**
 * Start at {@link WizardViewModel}: view models that know no controls, and views that only bind to them. See
 * decision 0150.
 */
@NullMarked
package org.waybill.desktop;

import org.jspecify.annotations.NullMarked;
