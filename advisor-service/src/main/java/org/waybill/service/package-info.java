/** The advisor service: starts in its own process or in a command's, and wires the features together. */
@NullMarked
package org.waybill.service;

import org.jspecify.annotations.NullMarked;
