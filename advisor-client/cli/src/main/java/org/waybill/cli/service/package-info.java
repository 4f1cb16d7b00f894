/** Start at {@link ServiceCommand}: the advisor service and the desktop. */
@NullMarked
package org.waybill.cli.service;

import org.jspecify.annotations.NullMarked;
