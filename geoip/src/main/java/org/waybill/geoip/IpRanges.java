package org.waybill.geoip;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Places of address ranges, read from CSV: the operator's table of interface addresses or a geolocation database.
 * Where ranges overlap the narrowest one answers; of two equal ones the later line does, so that a newer snapshot may
 * be appended to an older one.
 */
final class IpRanges implements PlaceSource {
    private record Range(byte[] first, byte[] last, Place place, int enclosing) {}

    private static final Comparator<Range> OUTER_FIRST = Comparator.<Range, byte[]>comparing(
                    Range::first, Arrays::compareUnsigned)
            .thenComparing(Range::last, (a, b) -> Arrays.compareUnsigned(b, a));
    private static final int NONE = -1;

    private final Range[] ranges;

    private IpRanges(Range[] ranges) {
        this.ranges = ranges;
    }

    /**
     * Reads a table. With a header line, columns are found by name: the address under {@code ipv4}, {@code ipv6},
     * {@code address}, {@code ip}, {@code network} or {@code prefix} (an address or CIDR block), or a range under
     * {@code first} and {@code last}; {@code latitude} and {@code longitude}; {@code city} and {@code country} if
     * there. Without one, DB-IP's two shapes of eight and ten columns are known. A place without a city is named
     * after a place of {@code names} within 30 km. Unusable lines are reported to {@code problems}, at most three.
     *
     * @throws IOException when the file cannot be read or holds no usable line
     */
    static IpRanges read(Path file, Place.Basis basis, CodeTable names, List<String> problems) throws IOException {
        List<Range> read = new ArrayList<>();
        Map<Place, Place> interned = new HashMap<>();
        int bad = 0;
        try (BufferedReader lines = Files.newBufferedReader(file)) {
            @Nullable RangeColumns columns = null;
            int number = 0;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                number++;
                if (!Csv.isData(line)) {
                    continue;
                }
                List<String> fields = Csv.fields(line);
                if (columns == null) {
                    columns = RangeColumns.of(fields);
                    if (columns.isHeader()) {
                        continue;
                    }
                }
                try {
                    AddressBlock block = columns.block(fields);
                    Place place = names.named(columns.place(fields, basis));
                    read.add(new Range(
                            block.first(), block.last(), interned.computeIfAbsent(place, same -> same), NONE));
                } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
                    if (++bad <= 3) {
                        problems.add(file + " line " + number + ": " + e.getMessage());
                    }
                }
            }
        }
        if (read.isEmpty()) {
            throw new IOException("no usable line: expected the columns address, latitude, longitude");
        }
        return new IpRanges(nested(read));
    }

    /** Sorts outer ranges before inner ones and notes in each the one around it. */
    private static Range[] nested(List<Range> read) {
        read.sort(OUTER_FIRST);
        Range[] ranges = read.toArray(Range[]::new);
        int open = NONE;
        for (int i = 0; i < ranges.length; i++) {
            while (open != NONE && Arrays.compareUnsigned(ranges[open].last(), ranges[i].first()) < 0) {
                open = ranges[open].enclosing();
            }
            ranges[i] = new Range(ranges[i].first(), ranges[i].last(), ranges[i].place(), open);
            open = i;
        }
        return ranges;
    }

    @Override
    public @Nullable Place find(InetAddress address) {
        byte[] wanted = AddressBlock.mapped(address);
        int low = 0;
        int high = ranges.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (Arrays.compareUnsigned(ranges[middle].first(), wanted) <= 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        // ranges that begin later or are deeper come last, so the narrowest is found first on the way out
        for (int i = low - 1; i != NONE; i = ranges[i].enclosing()) {
            if (Arrays.compareUnsigned(wanted, ranges[i].last()) <= 0) {
                return ranges[i].place();
            }
        }
        return null;
    }

    int size() {
        return ranges.length;
    }
}
