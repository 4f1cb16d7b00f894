/** The contract between clients and the advisor service: interfaces, records, and the serializer that carries them. */
@NullMarked
package org.waybill.api;

import org.jspecify.annotations.NullMarked;
