package org.waybill.geoip;

import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/** Something that knows places of addresses. Safe for concurrent use. */
interface PlaceSource {
    /** The place of an address, or null when the source knows none. */
    @Nullable
    Place find(InetAddress address);
}
