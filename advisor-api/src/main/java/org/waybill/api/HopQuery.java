package org.waybill.api;

import org.jspecify.annotations.Nullable;

/** A host or router to be located. {@code name} is its reverse name, {@code rttMillis} from the asking host. */
public record HopQuery(
        String address, @Nullable String name, @Nullable Double rttMillis) {}
