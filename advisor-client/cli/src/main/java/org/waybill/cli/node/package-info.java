/** Start at {@link NodeCommand}: nodes and gateways of this machine, and who may use them. */
@NullMarked
package org.waybill.cli.node;

import org.jspecify.annotations.NullMarked;
