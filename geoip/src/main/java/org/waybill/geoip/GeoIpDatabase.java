package org.waybill.geoip;

import com.maxmind.db.Reader;
import java.io.Closeable;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * An IP geolocation database in MaxMind's DB format, supplied by the user. Both record shapes in use are read: the
 * flat one ({@code city}, {@code country_code}, {@code latitude}, ...) and GeoIP2's nested one ({@code city.names.en},
 * {@code country.iso_code}, {@code location.latitude}, ...). A record that cannot be decoded is logged once and
 * otherwise answered as unknown.
 */
final class GeoIpDatabase implements PlaceSource, Closeable {
    private static final System.Logger LOG = System.getLogger(GeoIpDatabase.class.getName());

    private final Path file;
    private final Reader reader;
    private final AtomicBoolean corruptionLogged = new AtomicBoolean();

    private GeoIpDatabase(Path file, Reader reader) {
        this.file = file;
        this.reader = reader;
    }

    /** Maps the file into memory; throws when it is not such a database. */
    static GeoIpDatabase open(Path file) throws IOException {
        try {
            return new GeoIpDatabase(file, new Reader(file.toFile()));
        } catch (IOException | RuntimeException e) {
            // the reader meets broken metadata with any exception of its parsing
            throw new IOException("not a readable mmdb: " + e.getMessage(), e);
        }
    }

    @Override
    public @Nullable Place find(InetAddress address) {
        try {
            Map<?, ?> found = reader.get(address, Map.class);
            return found == null ? null : place(found);
        } catch (IOException | RuntimeException e) {
            if (!corruptionLogged.getAndSet(true)) {
                LOG.log(Level.WARNING, "{0}: damaged record, skipping its addresses: {1}", file, e.getMessage());
            }
            return null;
        }
    }

    private static @Nullable Place place(Map<?, ?> found) {
        Map<?, ?> location = found.get("location") instanceof Map<?, ?> nested ? nested : found;
        Double latitude = number(location.get("latitude"));
        Double longitude = number(location.get("longitude"));
        if (latitude == null || longitude == null) {
            return null;
        }
        return new Place(city(found.get("city")), country(found), latitude, longitude, Place.Basis.IP_DATABASE);
    }

    private static @Nullable Double number(@Nullable Object value) {
        return value instanceof Number number ? Double.valueOf(number.doubleValue()) : null;
    }

    private static String city(@Nullable Object city) {
        if (city instanceof Map<?, ?> nested) {
            return nested.get("names") instanceof Map<?, ?> names && names.get("en") instanceof String name ? name : "";
        }
        return city instanceof String name ? name : "";
    }

    private static String country(Map<?, ?> found) {
        Object code =
                found.get("country") instanceof Map<?, ?> nested ? nested.get("iso_code") : found.get("country_code");
        return code instanceof String text ? text.toUpperCase(Locale.ROOT) : "";
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
