package org.waybill.service.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.waybill.api.ServiceException;
import org.waybill.service.StrictJson;
import org.waybill.service.provision.nsi.NsiCallbacks;
import org.waybill.service.provision.nsi.NsiProvider;
import org.waybill.service.provision.oscars.OscarsRestProvider;
import org.waybill.service.provision.srm.SrmClient;
import org.waybill.service.provision.terapaths.TeraPathsProvider;
import org.waybill.service.provision.usn.UsnProvider;
import org.waybill.service.provision.wire.Soap;

/** Systems of others whose XML or JSON is a bomb: each is one line for the caller, and nothing else is fetched. */
@Timeout(60)
class HostileAnswersTest {
    private static final Instant NOON = Instant.parse("2030-01-01T12:00:00Z");
    private static final int LARGEST = 8 << 20;

    private volatile String answer = "";
    private StubServer server;

    @BeforeEach
    void start() throws IOException {
        server = new StubServer(request -> new StubServer.Answer(
                200,
                "text/xml",
                answer.replace("LEAK", server.url("/leak").toString()).getBytes(StandardCharsets.UTF_8)));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    /** A body, and the whole that it is in. */
    record Bomb(String name, String text) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Bomb body(String name, String inside) {
        return new Bomb(
                name,
                "<e:Envelope xmlns:e='%s'><e:Body><r>".formatted(Soap.V11) + inside + "</r></e:Body></e:Envelope>");
    }

    static Stream<Bomb> xml() {
        String laughs = IntStream.range(1, 10)
                .mapToObj(i -> "<!ENTITY l" + i + " \"" + ("&l" + (i - 1) + ";").repeat(10) + "\">")
                .collect(Collectors.joining());
        return Stream.of(
                new Bomb("a billion laughs", "<!DOCTYPE r [<!ENTITY l0 \"ha\">" + laughs + "]><r>&l9;</r>"),
                new Bomb("an external entity", "<!DOCTYPE r [<!ENTITY x SYSTEM \"LEAK\">]><r>&x;</r>"),
                new Bomb("an external document type", "<!DOCTYPE r SYSTEM \"LEAK\"><r/>"),
                new Bomb("a parameter entity", "<!DOCTYPE r [<!ENTITY % x SYSTEM \"LEAK\"> %x;]><r/>"),
                body("an inclusion", "<i:include xmlns:i='http://www.w3.org/2001/XInclude' href='LEAK'/>"),
                new Bomb("a style sheet", "<?xml-stylesheet href='LEAK'?><r/>"),
                new Bomb(
                        "a schema",
                        "<r xmlns:x='http://www.w3.org/2001/XMLSchema-instance'"
                                + " x:noNamespaceSchemaLocation='LEAK'/>"),
                body("100,000 levels", "<a>".repeat(100_000) + "</a>".repeat(100_000)),
                body("100,000 levels without an end", "<a>".repeat(100_000)),
                body("90 levels", "<a>".repeat(90) + "</a>".repeat(90)),
                body(
                        "100,000 attributes",
                        "<a "
                                + IntStream.range(0, 100_000)
                                        .mapToObj(i -> "a" + i + "=''")
                                        .collect(Collectors.joining(" "))
                                + "/>"),
                body("an attribute twice", "<a b='1' b='2'/>"),
                body("a name of 1 MB", "<" + "n".repeat(1_000_000) + "/>"),
                body("an attribute of 7 MB", "<a b='" + "x".repeat(7_000_000) + "'/>"),
                body("a number of 7 MB", "<versionInfo>" + "9".repeat(7_000_000) + "</versionInfo>"),
                body(
                        "100,000 namespaces",
                        IntStream.range(0, 100_000)
                                .mapToObj(i -> "<a xmlns='urn:" + i + "'/>")
                                .collect(Collectors.joining())),
                body("2 million elements", "<a/>".repeat(2_000_000)),
                body(
                        "almost a million attributes",
                        ("<a "
                                        + IntStream.range(0, 190)
                                                .mapToObj(i -> Character.toString('Α' + i) + "=''")
                                                .collect(Collectors.joining(" "))
                                        + "/>")
                                .repeat(5_000)),
                new Bomb("more than 8 MiB", "<a>" + "x".repeat(LARGEST) + "</a>"),
                new Bomb("an empty envelope", "<e:Envelope xmlns:e='%s'/>".formatted(Soap.V11)),
                new Bomb("an empty body", "<e:Envelope xmlns:e='%s'><e:Body/></e:Envelope>".formatted(Soap.V11)),
                new Bomb("nothing", ""),
                new Bomb("zeros", "\0".repeat(1000)),
                new Bomb("JSON", "{}"));
    }

    @ParameterizedTest
    @MethodSource("xml")
    void xmlThatIsABombIsOneLine(Bomb bomb) {
        SrmClient srm = new SrmClient(server.exchange("/", Map.of()), Duration.ofMillis(10), Duration.ofSeconds(1));
        NsiProvider nsi = new NsiProvider(
                server.exchange("/", Map.of("requesterNsa", "urn:a", "providerNsa", "urn:b")),
                new NsiCallbacks("secret"),
                _ -> Optional.empty(),
                Duration.ofMillis(10),
                Duration.ofSeconds(1));
        TeraPathsProvider escps = new TeraPathsProvider(
                server.exchange("/", Map.of("namespace", "urn:a", "user", "u", "userPassword", "p")));
        UsnProvider usn = new UsnProvider(server.exchange("/", UsnScheduler.SETTINGS));
        survives(bomb, _ -> srm.ping());
        survives(bomb, _ -> srm.list("srm://h:8443/srm/managerv2?SFN=/data"));
        survives(bomb, _ -> nsi.commit("id"));
        survives(bomb, _ -> escps.commit("id"));
        survives(bomb, _ -> usn.quote(new VolumeRequest("a", "z", 1_000_000_000, NOON, null, 150e6, null)));
        survives(bomb, _ -> usn.hold(new CircuitHoldOrder("id", "a", "z", NOON, NOON.plusSeconds(60), 1e9, List.of())));
        Throwable callback = catchThrowable(
                () -> new NsiCallbacks("secret").take("secret", bomb.text().getBytes(StandardCharsets.UTF_8)));
        assertThat(callback).as("callback").isInstanceOf(IOException.class);
    }

    static Stream<Bomb> json() {
        return Stream.of(
                new Bomb("100,000 levels", "[".repeat(100_000)),
                new Bomb("100,000 levels of objects", "{\"a\":".repeat(100_000)),
                new Bomb("a member twice", "{\"widestAZ\":{\"azAvailable\":1,\"azAvailable\":2}}"),
                new Bomb("a number of 7 MB", "{\"widestAZ\":{\"azAvailable\":" + "9".repeat(7_000_000) + "}}"),
                new Bomb("a number beyond all", "{\"widestAZ\":{\"azAvailable\":1e999999999}}"),
                new Bomb("a number below all", "{\"widestAZ\":{\"azAvailable\":-1e-999999999}}"),
                new Bomb("a name of 7 MB", "{\"" + "n".repeat(7_000_000) + "\":1}"),
                new Bomb("2.7 million objects", "{\"a\":[" + "{},".repeat(2_700_000) + "{}]}"),
                new Bomb("a text where a list should be", "{\"widestAZ\":\"x\"}"),
                new Bomb("null", "null"),
                new Bomb("nothing", ""),
                new Bomb("XML", "<a/>"),
                new Bomb("more than 8 MiB", " ".repeat(LARGEST + 1)));
    }

    @ParameterizedTest
    @MethodSource("json")
    void jsonThatIsABombIsOneLine(Bomb bomb) {
        OscarsRestProvider oscars =
                new OscarsRestProvider(server.exchange("/", Map.of("token", "t")), StrictJson.ANSWERS);
        VolumeRequest ask =
                new VolumeRequest("a:1?vlan=1", "z:1?vlan=1", 1_000_000_000, NOON, NOON.plusSeconds(3600), 2e9, null);
        survives(bomb, _ -> oscars.quote(ask));
        survives(bomb, _ -> oscars.commit("id"));
    }

    @Test
    void whatTakesManyTimesItsLengthInMemoryIsRefused() {
        answer = body("", "<a/>".repeat(2_000_000)).text();
        assertThatThrownBy(() -> new SrmClient(
                                server.exchange("/", Map.of()), Duration.ofMillis(10), Duration.ofSeconds(1))
                        .ping())
                .hasMessageContaining("returns invalid XML");
        answer = "{\"a\":[" + "{},".repeat(2_700_000) + "{}]}";
        assertThatThrownBy(() -> new OscarsRestProvider(server.exchange("/", Map.of("token", "t")), StrictJson.ANSWERS)
                        .quote(new VolumeRequest(
                                "a:1?vlan=1", "z:1?vlan=1", 1, NOON, NOON.plusSeconds(3600), 2e9, null)))
                .hasMessageContaining("does not answer with JSON");
    }

    private void survives(Bomb bomb, Consumer<Object> call) {
        answer = bomb.text();
        Throwable thrown = catchThrowable(() -> call.accept(""));
        if (thrown != null) {
            assertThat(thrown).isInstanceOf(ServiceException.class);
            assertThat(thrown.getMessage()).hasSizeLessThan(500).doesNotContain("\n");
        }
        assertThat(server.requests().stream().map(StubServer.Request::path).toList())
                .doesNotContain("/leak");
    }
}
