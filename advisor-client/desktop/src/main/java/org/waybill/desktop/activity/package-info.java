/** A move under way and its outcome. */
@NullMarked
package org.waybill.desktop.activity;

import org.jspecify.annotations.NullMarked;
