/**
 * Start at {@link LocalAttributes}. What of a file is kept only on request: its owner and group, its extended attributes
 * and its access control lists, as Linux has them. Only attributes of users ({@code user.*}) are copied: those of the
 * system ({@code security.*}, {@code trusted.*}) give rights, and belong to the machine that set them.
 */
@NullMarked
package org.waybill.engine.attributes;

import org.jspecify.annotations.NullMarked;
