/** The ranked ways. */
@NullMarked
package org.waybill.desktop.workflow;

import org.jspecify.annotations.NullMarked;
