/** The wizard: view models that know no controls, and views that only bind to them. */
@NullMarked
package org.waybill.desktop;

import org.jspecify.annotations.NullMarked;
