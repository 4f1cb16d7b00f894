/**
 * Start at {@link AdvisorService}: the contract between clients and the advisor service, its interfaces, records, and
 * the serializer that carries them.
 */
@NullMarked
package org.waybill.api;

import org.jspecify.annotations.NullMarked;
