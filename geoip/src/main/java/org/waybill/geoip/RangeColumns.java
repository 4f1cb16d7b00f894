package org.waybill.geoip;

import java.net.InetAddress;
import java.util.List;
import java.util.Locale;

/** Which column of a table holds what; {@link #ABSENT} where none does. */
record RangeColumns(int first, int last, int latitude, int longitude, int city, int country, boolean isHeader) {
    private static final int ABSENT = -1;
    private static final int DBIP_LITE = 8;
    private static final int IP_LOCATION_DB = 10;

    /** Reads the header, or recognises a known shape without one by its number of columns. */
    static RangeColumns of(List<String> firstLine) {
        List<String> names =
                firstLine.stream().map(name -> name.toLowerCase(Locale.ROOT)).toList();
        int latitude = column(names, "latitude", "lat");
        int longitude = column(names, "longitude", "lon", "lng");
        if (latitude != ABSENT && longitude != ABSENT) {
            int first = column(
                    names,
                    "first",
                    "start",
                    "ip_start",
                    "ip_range_start",
                    "ipv4",
                    "ipv6",
                    "address",
                    "ip",
                    "network",
                    "prefix");
            int last = column(names, "last", "end", "ip_end", "ip_range_end");
            int city = column(names, "city", "city_name");
            int country = column(names, "country", "country_code", "country_iso_code");
            return new RangeColumns(first, last, latitude, longitude, city, country, true);
        }
        return switch (firstLine.size()) {
            // first, last, continent, country, region, city, latitude, longitude
            case DBIP_LITE -> new RangeColumns(0, 1, 6, 7, 5, 3, false);
            // first, last, country, state, state, city, postcode, latitude, longitude, time zone
            case IP_LOCATION_DB -> new RangeColumns(0, 1, 7, 8, 5, 2, false);
            default -> new RangeColumns(0, ABSENT, 1, 2, ABSENT, ABSENT, false);
        };
    }

    private static int column(List<String> names, String... wanted) {
        for (String name : wanted) {
            if (names.contains(name)) {
                return names.indexOf(name);
            }
        }
        return ABSENT;
    }

    AddressBlock block(List<String> fields) {
        if (first == ABSENT) {
            throw new IllegalArgumentException("no address column: expected address, network, or first and last");
        }
        if (last == ABSENT) {
            return AddressBlock.parse(fields.get(first));
        }
        AddressBlock block = new AddressBlock(
                AddressBlock.mapped(InetAddress.ofLiteral(fields.get(first))),
                AddressBlock.mapped(InetAddress.ofLiteral(fields.get(last))));
        if (!block.isOrdered()) {
            throw new IllegalArgumentException("the last address is before the first: " + fields.get(first));
        }
        return block;
    }

    Place place(List<String> fields, Place.Basis basis) {
        return new Place(
                text(fields, city),
                text(fields, country).toUpperCase(Locale.ROOT),
                Double.parseDouble(fields.get(latitude)),
                Double.parseDouble(fields.get(longitude)),
                basis);
    }

    private static String text(List<String> fields, int column) {
        return column == ABSENT || column >= fields.size() ? "" : fields.get(column);
    }
}
