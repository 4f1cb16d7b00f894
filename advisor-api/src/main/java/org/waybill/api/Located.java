package org.waybill.api;

import org.jspecify.annotations.Nullable;

/** The answer to a {@link HopQuery}: {@code place} is null when nothing is known. */
public record Located(String address, @Nullable Place place) {}
