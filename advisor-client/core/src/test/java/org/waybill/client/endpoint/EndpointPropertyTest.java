package org.waybill.client.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;

class EndpointPropertyTest {
    @Property(tries = 5_000)
    void whatIsFormattedIsReadBackEqual(@ForAll("endpoints") Endpoint endpoint) throws TransferException {
        assertThat(EndpointParser.parse(endpoint.format())).isEqualTo(endpoint);
    }

    @Property(tries = 20_000)
    void anyTextIsReadStablyOrRefusedInOneLine(@ForAll("fuzz") String text) {
        Endpoint endpoint;
        try {
            endpoint = EndpointParser.parse(text);
        } catch (TransferException e) {
            assertThat(e.reason()).isEqualTo(Reason.BAD_INPUT);
            assertThat(e.getMessage()).isNotBlank().doesNotContain("\n", "\r");
            return;
        }
        Endpoint again;
        try {
            again = EndpointParser.parse(endpoint.format());
        } catch (TransferException e) {
            throw new AssertionError(endpoint.format(), e);
        }
        // ./x may be written for x, never another place
        assertThat(again.format()).isEqualTo(endpoint.format());
    }

    /** Each was once formatted as what reads as an address, a drive or a home, or spread over two lines. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "22:~/://",
                "22:~/::1",
                "C:~/\\x",
                "a:~/b:c",
                "[::1]:~/:/",
                "sftp://h://~",
                "sftp://h/%7E/x",
                "sftp:/x\n",
                "sftp:~/sftp@["
            })
    void whatTheFuzzerFoundIsReadStablyOrRefusedInOneLine(String text) {
        anyTextIsReadStablyOrRefusedInOneLine(text);
    }

    @Provide
    Arbitrary<Endpoint> endpoints() {
        Arbitrary<String> names =
                Arbitraries.strings().ofMinLength(1).ofMaxLength(12).filter(EndpointPropertyTest::isText);
        Arbitrary<String> users = names.map(name -> name.replaceAll("[\\x00-\\x1f\\x7f-\\x9f/]", "u"))
                .filter(name -> !name.startsWith("-"));
        Arbitrary<String> hosts =
                Arbitraries.of("dtn", "dtn-1.example.org", "10.1.2.3", "::1", "2001:db8::7", "fe80::1%eth0");
        Arbitrary<String> paths = names.map(name -> "/" + name.replaceAll("^/+", ""));
        Arbitrary<Endpoint> urls = Combinators.combine(
                        Arbitraries.of(Protocols.movingFiles()
                                .filter(one -> one != Protocol.RCLONE) // which has neither users nor ports
                                .map(Protocol::scheme)
                                .toList()),
                        users.injectNull(0.5),
                        hosts,
                        Arbitraries.integers().between(0, 65_535),
                        paths)
                .as((scheme, user, host, port, path) ->
                        new Endpoint(new Location(scheme, user, host, port, path), true));
        Arbitrary<String> shellUsers = users.map(user -> user.replaceAll("[:\\[\\]]", "_"));
        Arbitrary<Endpoint> hostPaths = Combinators.combine(shellUsers, hosts, paths)
                .as((user, host, path) -> new Endpoint(new Location("sftp", user, host, 0, path), false));
        return Arbitraries.oneOf(urls, hostPaths);
    }

    @Provide
    Arbitrary<String> fuzz() {
        Arbitrary<String> pieces = Arbitraries.of(
                "sftp", "://", ":", "/", "//", "@", "[", "]", "::1", "%", "%2F", "%00", "?", "#", "~", "~/", "-", ".",
                "..", "file:", "host", "C:\\", "22", "\n", "é", "\u202e", " ", "'", "a");
        return Arbitraries.oneOf(
                pieces.list().ofMaxSize(9).map(list -> String.join("", list)),
                Arbitraries.strings().ofMaxLength(30));
    }

    private static boolean isText(String name) {
        return name.indexOf('\0') < 0 && name.codePoints().noneMatch(c -> c >= 0xd800 && c <= 0xdfff);
    }
}
