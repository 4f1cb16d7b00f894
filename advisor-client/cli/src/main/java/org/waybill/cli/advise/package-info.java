/** Start at {@link AdviseCommand}: advice, its explanation, and scripts. */
@NullMarked
package org.waybill.cli.advise;

import org.jspecify.annotations.NullMarked;
