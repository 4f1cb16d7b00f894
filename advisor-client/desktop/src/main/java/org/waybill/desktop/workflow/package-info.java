/** Start at {@link OptionsViewModel}: the transfer options, fastest first. */
@NullMarked
package org.waybill.desktop.workflow;

import org.jspecify.annotations.NullMarked;
