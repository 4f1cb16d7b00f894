/**
 * What Waybill knows of protocols, each fact once. Start at {@link org.waybill.protocol.Protocol}: a descriptor for
 * each; {@link org.waybill.protocol.Protocols} is the registry that all modules read, and
 * {@link org.waybill.protocol.Transport} has the costs of carrying data.
 */
@NullMarked
package org.waybill.protocol;

import org.jspecify.annotations.NullMarked;
