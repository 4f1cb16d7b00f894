package org.waybill.service.profile;

import org.jspecify.annotations.Nullable;
import org.waybill.db.profile.SiteRow;
import org.waybill.geoip.GreatCircle;

/** Distances between sites, in kilometres along the great circle. */
final class Distances {
    private Distances() {}

    /** Null if one of them has no place. */
    static @Nullable Double kilometres(@Nullable SiteRow a, @Nullable SiteRow b) {
        if (a == null || b == null) {
            return null;
        }
        Double fromLatitude = a.latitude();
        Double fromLongitude = a.longitude();
        Double toLatitude = b.latitude();
        Double toLongitude = b.longitude();
        if (fromLatitude == null || fromLongitude == null || toLatitude == null || toLongitude == null) {
            return null;
        }
        return GreatCircle.kilometres(fromLatitude, fromLongitude, toLatitude, toLongitude);
    }
}
