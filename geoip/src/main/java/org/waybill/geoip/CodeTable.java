package org.waybill.geoip;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The project's own table of cities with the codes that network operators give them ({@code codes.csv}). */
final class CodeTable {
    private static final double SAME_CITY_KM = 30;
    private static final CodeTable BUILT_IN = load();

    private final List<Place> places = new ArrayList<>();
    private final Map<String, Place> byIata = new HashMap<>();
    private final Map<String, Place> byPop = new HashMap<>();
    private final Map<String, Place> byGeant = new HashMap<>();
    private final Map<String, Place> byCity = new HashMap<>();

    private CodeTable() {}

    static CodeTable builtIn() {
        return BUILT_IN;
    }

    private static CodeTable load() {
        CodeTable table = new CodeTable();
        InputStream resource = Objects.requireNonNull(CodeTable.class.getResourceAsStream("codes.csv"));
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(resource, StandardCharsets.UTF_8))) {
            lines.lines().filter(Csv::isData).skip(1).map(Csv::fields).forEach(table::add);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return table;
    }

    private void add(List<String> row) {
        Place place = new Place(
                row.get(0),
                row.get(1),
                Double.parseDouble(row.get(2)),
                Double.parseDouble(row.get(3)),
                Place.Basis.ROUTER_NAME);
        places.add(place);
        put(byIata, row.get(4), place);
        put(byPop, row.get(5), place);
        put(byGeant, row.get(6), place);
        byCity.put(place.city().toLowerCase(Locale.ROOT).replace(" ", ""), place);
    }

    private static void put(Map<String, Place> codes, String list, Place place) {
        for (String code : list.split(" ")) {
            if (!code.isEmpty() && codes.put(code, place) != null) {
                throw new IllegalStateException("code " + code + " is listed twice");
            }
        }
    }

    /** By airport or metropolitan code of three small letters. */
    @Nullable
    Place iata(String code) {
        return byIata.get(code);
    }

    /** By ESnet's or Internet2's code; digits and what follows them (buildings) do not count. */
    @Nullable
    Place pop(String code) {
        Place exact = byPop.get(code);
        return exact != null ? exact : byPop.get(code.replaceFirst("[0-9].*$", ""));
    }

    /** By GEANT's code and the country in the name, which must agree. */
    @Nullable
    Place geant(String code, String country) {
        for (Map<String, Place> codes : List.of(byGeant, byIata)) {
            Place place = codes.get(code);
            if (place != null && place.country().equals(country)) {
                return place;
            }
        }
        return null;
    }

    /** By the city's name in small letters without blanks. */
    @Nullable
    Place city(String name) {
        return byCity.get(name);
    }

    /** The same place, with the name of the nearest city of the table if it has none and one is near. */
    Place named(Place place) {
        if (!place.city().isEmpty()) {
            return place;
        }
        @Nullable Place nearest = null;
        double least = SAME_CITY_KM;
        for (Place city : places) {
            double distance = city.kilometresTo(place);
            if (distance <= least) {
                least = distance;
                nearest = city;
            }
        }
        if (nearest == null) {
            return place;
        }
        String country = place.country().isEmpty() ? nearest.country() : place.country();
        return new Place(nearest.city(), country, place.latitude(), place.longitude(), place.basis());
    }
}
