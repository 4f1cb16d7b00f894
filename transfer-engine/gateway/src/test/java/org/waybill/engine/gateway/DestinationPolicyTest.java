package org.waybill.engine.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.engine.gridftp.FtpError;

@Tag("attack")
class DestinationPolicyTest {
    private static final InetAddress OUTER = address(198, 51, 100, 7);
    private static final InetAddress INNER = address(10, 0, 0, 5);

    private static InetAddress address(int a, int b, int c, int d) {
        try {
            return InetAddress.getByAddress(new byte[] {(byte) a, (byte) b, (byte) c, (byte) d});
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }

    private static DestinationPolicy policy(InetAddress answer, String... rules) {
        return new DestinationPolicy(List.of(rules), host -> new InetAddress[] {answer}, target -> false);
    }

    @Test
    void admitsWhatARuleNames() throws FtpError {
        assertThat(policy(OUTER, "dtn.example.org:2811").admit("DTN.example.org", 2811))
                .isEqualTo(new InetSocketAddress(OUTER, 2811));
        assertThat(policy(OUTER, "*.example.org:*").admit("a.b.example.org", 21).getPort())
                .isEqualTo(21);
    }

    @Test
    void refusesEverythingByDefault() {
        assertThatThrownBy(() -> policy(OUTER).admit("dtn.example.org", 2811)).isInstanceOf(FtpError.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"example.org", "evilexample.org", "dtn.example.org.evil.net", "dtn.example.com"})
    void refusesNeighboursOfARule(String host) {
        assertThatThrownBy(() -> policy(OUTER, "*.example.org:*").admit(host, 2811))
                .isInstanceOf(FtpError.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2130706433",
                "0x7f000001",
                "0x7f.0.0.1",
                "0177.0.0.1",
                "127.1",
                "127.0.1",
                "127.0.0.01",
                "0",
                "0x0",
                "00.0.0.0",
                "[::ffff:127.0.0.1]",
                "[0:0:0:0:0:ffff:127.0.0.1]",
                "127.0.0.256",
                "1.2.3.4.5",
                "localhost.",
                "local host",
                "user@localhost",
                "127.0.0.1%2f",
                "%31%32%37.0.0.1",
                "[fe80::1%25eth0]",
                "",
                "-oops",
                "a..b",
                "127.0.0.1\u0000.example.org",
                "ⓛocalhost",
                "169.254.169.254.",
                "[::1"
            })
    void refusesEverySpellingButThePlainOne(String host) {
        AtomicInteger lookUps = new AtomicInteger();
        DestinationPolicy policy = new DestinationPolicy(
                List.of("*.example.org:*", "127.0.0.1:21", "localhost:21"),
                name -> {
                    lookUps.incrementAndGet();
                    return new InetAddress[] {InetAddress.getLoopbackAddress()};
                },
                target -> false);
        assertThatThrownBy(() -> policy.admit(host, 21)).isInstanceOf(FtpError.class);
        assertThat(lookUps).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "10.0.0.5",
                "192.168.1.1",
                "172.16.0.1",
                "169.254.169.254",
                "100.64.0.1",
                "0.0.0.0",
                "224.0.0.1"
            })
    void refusesInnerAddressesThatANameLeadsTo(String literal) throws Exception {
        DestinationPolicy policy = policy(InetAddress.getByName(literal), "dtn.example.org:*");
        assertThatThrownBy(() -> policy.admit("dtn.example.org", 2811)).hasMessageContaining("inner network");
    }

    @Test
    void reachesAnInnerAddressThatARuleSpellsOut() throws FtpError {
        assertThat(policy(INNER, "10.0.0.5:21").admit("10.0.0.5", 21).getAddress())
                .isEqualTo(INNER);
        assertThatThrownBy(() -> policy(INNER, "10.0.0.5:21").admit("10.0.0.5", 22))
                .isInstanceOf(FtpError.class);
    }

    @Test
    void refusesItself() {
        DestinationPolicy policy = new DestinationPolicy(
                List.of("localhost:*"),
                host -> new InetAddress[] {InetAddress.getLoopbackAddress()},
                target -> target.getPort() == 2811);
        assertThatThrownBy(() -> policy.admit("localhost", 2811)).hasMessageContaining("this gateway itself");
    }

    @Test
    void connectsToTheAddressThatWasChecked() throws FtpError {
        AtomicInteger lookUps = new AtomicInteger();
        DestinationPolicy policy = new DestinationPolicy(
                List.of("dtn.example.org:21"),
                host -> new InetAddress[] {lookUps.incrementAndGet() == 1 ? OUTER : INNER},
                target -> false);
        assertThat(policy.admit("dtn.example.org", 21).getAddress()).isEqualTo(OUTER);
        assertThat(lookUps).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"example.org", "example.org:0", "example.org:70000000", ":21", "0x7f000001:21", "a b:21"})
    void takesNoRuleThatIsNone(String rule) {
        assertThatIllegalArgumentException().isThrownBy(() -> policy(OUTER, rule));
    }
}
