package org.waybill.client.drawing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.api.Place;
import org.waybill.api.PlaceBasis;
import org.waybill.client.probe.Hop;
import org.waybill.client.probe.PathFacts;
import org.waybill.client.probe.bandwidth.RateFit;
import org.waybill.client.probe.bandwidth.TransferPoint;
import org.xml.sax.InputSource;

class RouteMapTest {
    private static final Place TOKYO = new Place("Tokyo", "JP", 35.68, 139.69, PlaceBasis.CATALOGUE);
    private static final Place SEATTLE = new Place("Seattle", "US", 47.61, -122.33, PlaceBasis.ROUTER_NAME);
    private static final Place CHICAGO = new Place("Chicago", "US", 41.88, -87.63, PlaceBasis.IP_DATABASE);

    @TempDir
    private Path directory;

    private static PathFacts path(Hop... hops) {
        return new PathFacts(
                PathFacts.Kind.INTERNET,
                List.of(hops),
                120.0,
                9.41e9,
                "tracepath",
                Instant.parse("2026-11-21T12:00:00Z"),
                null,
                null);
    }

    private static Picture pacific() {
        return RouteMap.of(
                "dtn.a.example",
                TOKYO,
                "dtn.b.example",
                CHICAGO,
                List.of(path(
                        new Hop("192.0.2.1", null, 0.5, null),
                        new Hop("192.0.2.2", "<x>&\u0007", 90.0, SEATTLE),
                        new Hop("192.0.2.3", null, 120.0, CHICAGO))));
    }

    @Test
    void theSvgIsWellFormedAndNamesTheCities() throws Exception {
        String svg = pacific().svg();
        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
        assertThat(svg)
                .contains(
                        "dtn.a.example \u2192 dtn.b.example",
                        "2 Seattle, 90.0 ms",
                        "RTT 120.0 ms",
                        "bottleneck 9.41 Gbit/s",
                        "place unknown: hop 1",
                        "stroke-dasharray");
    }

    @Test
    void aCircuitIsDrawnBesideTheInternetPathWithWhatIsReserved() {
        Place denver = new Place("Denver", "US", 39.74, -104.99, PlaceBasis.ROUTER_NAME);
        PathFacts circuit = new PathFacts(
                PathFacts.Kind.RESERVED,
                List.of(new Hop(null, "denv-cr5", null, denver), new Hop(null, "fnal-mr2", null, CHICAGO)),
                null,
                10e9,
                "quote of ESnet",
                null,
                null,
                null);
        String svg = RouteMap.of(
                        "src.lbl.gov",
                        SEATTLE,
                        "dea.fnal.gov",
                        CHICAGO,
                        List.of(path(new Hop("192.0.2.3", null, 120.0, CHICAGO)), circuit))
                .svg();
        assertThat(svg)
                .contains(
                        "1 Denver",
                        "circuit",
                        "reserved 10.0 Gbit/s",
                        "quote of ESnet",
                        "#cc79a7",
                        "bottleneck 9.41 Gbit/s");
        assertThat(svg.split("src.lbl.gov"))
                .as("its dot has one label, the title names it, and so does the " + "description")
                .hasSizeLessThanOrEqualTo(5);
    }

    @Test
    void aRouteOverTheAntimeridianGoesTheShortWay() {
        for (double[] leg : routeSteps(pacific().svg())) {
            assertThat(Math.abs(leg[0])).as("no stroke across the whole map").isLessThan(120);
        }
    }

    private static List<double[]> routeSteps(String svg) {
        List<double[]> steps = new ArrayList<>();
        Matcher lines = Pattern.compile("<path d=\"([^\"]+)\" fill=\"none\" stroke=\"#0072b2\" stroke-width=\"2.60\"")
                .matcher(svg);
        while (lines.find()) {
            String[] points = lines.group(1).substring(1).split("L");
            for (int i = 1; i < points.length; i++) {
                double before = Double.parseDouble(points[i - 1].split(",")[0]);
                steps.add(new double[] {Double.parseDouble(points[i].split(",")[0]) - before});
            }
        }
        assertThat(steps).hasSizeGreaterThan(20);
        return steps;
    }

    @Test
    void thePngShowsLandWaterAndRoute() throws IOException {
        Path file = directory.resolve("route.png");
        pacific().write(file);
        BufferedImage image = ImageIO.read(file.toFile());
        assertThat(image.getWidth()).isEqualTo(2400);
        int[] seen = new int[3];
        for (int x = 0; x < image.getWidth(); x += 3) {
            for (int y = 0; y < image.getHeight(); y += 3) {
                int colour = image.getRGB(x, y) & 0xffffff;
                seen[0] += colour == 0xfaf7f0 ? 1 : 0;
                seen[1] += colour == 0xdfe9f1 ? 1 : 0;
                seen[2] += colour == 0x0072b2 ? 1 : 0;
            }
        }
        assertThat(seen[0]).as("land").isGreaterThan(20_000);
        assertThat(seen[1]).as("water").isGreaterThan(50_000);
        assertThat(seen[2]).as("route").isGreaterThan(500);
    }

    @Test
    void nothingKnownIsTheWorldWithoutARoute() {
        String svg = RouteMap.of("a", null, "b", null, List.of(PathFacts.unknown(PathFacts.Kind.INTERNET)))
                .svg();
        assertThat(svg).contains("0 hops").doesNotContain("stroke=\"#0072b2\"");
    }

    @Test
    void anotherEndingIsRefusedAndNothingIsLeftHalfWritten() throws IOException {
        assertThatThrownBy(() -> pacific().write(directory.resolve("route.gif")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(".svg or .png");
        assertThatThrownBy(() -> pacific().write(directory.resolve("absent/route.svg")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no such directory");
        pacific().write(directory.resolve("route.svg"));
        try (var files = Files.list(directory)) {
            assertThat(files).containsExactly(directory.resolve("route.svg"));
        }
    }

    @Test
    void coastlineRingsAreWholeAndDoNotJump() {
        assertThat(Coastline.earth().land()).hasSizeGreaterThan(100);
        assertThat(Coastline.earth().countries()).hasSizeGreaterThan(170);
        for (Coastline.Ring ring : Coastline.earth().land()) {
            for (int i = 1; i < ring.longitudes().length; i++) {
                boolean alongThePole = Math.abs(ring.latitudes()[i]) == 90;
                assertThat(Math.abs(ring.longitudes()[i] - ring.longitudes()[i - 1]) < 180 || alongThePole)
                        .isTrue();
            }
        }
    }

    @Test
    void theRegressionIsDrawnWithItsLineAndInterval() throws Exception {
        List<TransferPoint> points = new ArrayList<>();
        for (long bytes = 1 << 16; bytes <= 1 << 22; bytes *= 2) {
            points.add(new TransferPoint(bytes, 0.1 + bytes * 8 / 50e6));
            points.add(new TransferPoint(bytes, 0.11 + bytes * 8 / 48e6));
        }
        Optional<RateFit> fit = RateFit.of(points, 1);
        Picture picture = RegressionPlot.of("sftp to dtn.example", points, fit);
        String svg = picture.svg();
        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
        assertThat(svg).contains("Mbit/s", "14 transfers", "#d3e6f2").containsPattern("(?s)(<circle.*){14}");
        picture.write(directory.resolve("plot.png"));
        assertThat(ImageIO.read(directory.resolve("plot.png").toFile()).getWidth())
                .isEqualTo(1800);
        assertThat(RegressionPlot.of("none", List.of(), Optional.empty()).svg()).contains("too few for a fit");
    }

    @Test
    void theLineOfTransfersThatBecameSlowerStaysWithinTheAxes() {
        List<TransferPoint> points = new ArrayList<>();
        for (long bytes = 1 << 16; bytes <= 1 << 22; bytes *= 2) {
            points.add(new TransferPoint(bytes, 0.1 + bytes * 8 / 50e6, true, false, null, 5e6, null));
        }
        Optional<RateFit> fit = RateFit.of(points, 1);
        assertThat(fit.orElseThrow().delaySeconds()).isNegative();
        Picture picture = RegressionPlot.of("sftp to dtn.example", points, fit);
        assertThat(picture.svg()).contains("larger transfers were slower");
        assertThat(picture.marks.stream()
                        .filter(Mark.Line.class::isInstance)
                        .map(Mark.Line.class::cast)
                        .flatMapToDouble(line -> DoubleStream.of(line.ys())))
                .allMatch(y -> y >= 83 && y <= 495);
    }
}
