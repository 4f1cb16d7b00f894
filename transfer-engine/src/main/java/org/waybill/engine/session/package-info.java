/** One transfer between two engine processes: who offers, who takes, what is said, how data flow. */
@NullMarked
package org.waybill.engine.session;

import org.jspecify.annotations.NullMarked;
