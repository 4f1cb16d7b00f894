/** The arrows between modules and packages, as tests. */
@NullMarked
package org.waybill.architecture;

import org.jspecify.annotations.NullMarked;
