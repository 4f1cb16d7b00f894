package org.waybill.desktop;

import java.lang.reflect.Proxy;
import java.util.List;
import org.waybill.api.AdvisorService;
import org.waybill.api.Forecast;
import org.waybill.api.ForecastBasis;
import org.waybill.api.ForecastQuery;
import org.waybill.api.HopQuery;
import org.waybill.api.HostProfile;
import org.waybill.api.Located;
import org.waybill.api.NearbyHost;
import org.waybill.api.Place;
import org.waybill.api.PlaceBasis;
import org.waybill.api.ServiceEndpoint;
import org.waybill.protocol.Protocol;

/** What the advisor service knows of the world of {@link SampleAssistant}: hosts, places and forecasts. */
final class SampleService {
    private SampleService() {}

    static AdvisorService create() {
        return (AdvisorService) Proxy.newProxyInstance(
                SampleService.class.getClassLoader(),
                new Class<?>[] {AdvisorService.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "profile" -> profile((String) arguments[0]);
                    case "locate" ->
                        ((List<?>) arguments[0])
                                .stream().map(query -> locate((HopQuery) query)).toList();
                    case "forecast" ->
                        ((List<?>) arguments[0])
                                .stream()
                                        .map(query -> forecast((ForecastQuery) query))
                                        .toList();
                    default -> method.getReturnType() == List.class ? List.of() : null;
                });
    }

    private static HostProfile profile(String host) {
        if (!host.equals(SampleAssistant.ARCHIVE)) {
            Place memphis = place("Memphis", 35.15, -90.05, PlaceBasis.CATALOGUE);
            List<ServiceEndpoint> grid = List.of(
                    new ServiceEndpoint(Protocol.GSIFTP, "dtn1.lab.example.edu", 2811, "", SampleAssistant.NOW));
            return new HostProfile(
                    host,
                    "Example Lab",
                    "Example University",
                    memphis,
                    List.of(),
                    List.of(),
                    List.of(),
                    List.of(new NearbyHost(
                            "dtn1.lab.example.edu",
                            "Example Lab",
                            place("Memphis", 35.12, -89.99, PlaceBasis.CATALOGUE),
                            6.4,
                            grid)));
        }
        ServiceEndpoint grid =
                new ServiceEndpoint(Protocol.GSIFTP, "dtn2.west.example.org", 2811, "", SampleAssistant.NOW);
        return new HostProfile(
                host,
                "West Archive",
                "Example Archive",
                place("Berkeley", 37.87, -122.27, PlaceBasis.CATALOGUE),
                List.of(),
                List.of(),
                List.of("relay.mid.example.net"),
                List.of(new NearbyHost(
                        "dtn2.west.example.org",
                        "West Archive",
                        place("Berkeley", 37.87, -122.27, PlaceBasis.CATALOGUE),
                        0.2,
                        List.of(grid))));
    }

    private static Place place(String city, double latitude, double longitude, PlaceBasis basis) {
        return new Place(city, "US", latitude, longitude, basis);
    }

    private static Located locate(HopQuery query) {
        String name = String.valueOf(query.name());
        Place found = name.contains(".nash.")
                ? place("Nashville", 36.16, -86.78, PlaceBasis.ROUTER_NAME)
                : name.contains(".kans.")
                        ? place("Kansas City", 39.1, -94.58, PlaceBasis.OPERATOR_TABLE)
                        : name.contains(".denv.")
                                ? place("Denver", 39.74, -104.99, PlaceBasis.OPERATOR_TABLE)
                                : name.contains(".salt.")
                                        ? place("Salt Lake City", 40.76, -111.89, PlaceBasis.ROUTER_NAME)
                                        : name.contains(".sunn.")
                                                ? place("Sunnyvale", 37.37, -122.04, PlaceBasis.IP_DATABASE)
                                                : name.contains("lab.example")
                                                        ? place("Memphis", 35.15, -90.05, PlaceBasis.CATALOGUE)
                                                        : null;
        return new Located(query.address(), found);
    }

    /** A model of sorts: more connections carry more, up to the path's rate. */
    private static Forecast forecast(ForecastQuery query) {
        double rate =
                switch (query.transport()) {
                    case "tcp" -> Math.min(9.0e9, 1.3e9 * (query.streams() == 0 ? 4 : query.streams()));
                    case "gsiftp" -> Math.min(8.0e9, 1.0e9 * Math.max(1, query.streams()));
                    case "sftp", "scp" -> 0.62e9;
                    case "ftp" -> 0.9e9;
                    case "rsync+ssh" -> 0.48e9;
                    default -> 0.7e9;
                };
        double seconds = query.bytes() * 8 / rate + 2;
        boolean known = query.via().isEmpty()
                && (query.transport().equals("tcp") || query.transport().equals("sftp"));
        return new Forecast(
                query.transport(),
                seconds,
                seconds * (known ? 1.22 : 1.7),
                rate,
                known ? ForecastBasis.HISTORY : ForecastBasis.MODEL,
                known ? "median of last 5" : "TCP model",
                known ? 14 : 0,
                known ? 9.0 : null,
                null);
    }
}
