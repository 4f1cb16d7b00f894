package org.waybill.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.net.spi.InetAddressResolver;
import java.net.spi.InetAddressResolver.LookupPolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostRulesTest {
    private static final InetAddress PUBLIC = InetAddress.ofLiteral("128.142.1.1");
    private static final InetAddress METADATA = InetAddress.ofLiteral("169.254.169.254");

    @Test
    void aHostIsListedByItsNameItsDomainOrItsAddress() {
        HostRules rules = HostRules.of(List.of("DTN1.example.org", "*.fnal.gov", "10.0.0.7", "2001:db8::7"));
        assertThat(List.of("dtn1.EXAMPLE.org", "x.fnal.gov", "a.b.fnal.gov", "10.0.0.7", "2001:db8:0:0:0:0:0:7"))
                .allMatch(rules::isListed);
        assertThat(List.of("dtn2.example.org", "fnal.gov", "xfnal.gov", "10.0.0.8", "167772167", "0xa.0.0.7"))
                .noneMatch(rules::isListed);
    }

    @Test
    void aNameLeadsToAnInnerAddressOnlyWhereThatIsListedItself() {
        HostRules rules = HostRules.of(List.of("dtn1.example.org", "10.0.0.7", "127.0.0.1"));
        assertThat(rules.refusal("dtn1.example.org", List.of(PUBLIC))).isEmpty();
        assertThat(rules.refusal("dtn1.example.org", List.of(InetAddress.ofLiteral("10.0.0.7"))))
                .isEmpty();
        assertThat(rules.refusal("localhost", List.of(InetAddress.ofLiteral("127.0.0.1"))))
                .isEmpty();
        assertThat(rules.refusal("dtn1.example.org", List.of(PUBLIC, METADATA)))
                .hasValueSatisfying(why -> assertThat(why)
                        .contains("dtn1.example.org leads to 169.254.169.254")
                        .hasLineCount(1));
        assertThat(List.of("127.0.0.2", "192.168.1.1", "::1", "fe80::1", "fd00::1", "64:ff9b::a00:8"))
                .allMatch(inner -> rules.refusal("dtn1.example.org", List.of(InetAddress.ofLiteral(inner)))
                        .isPresent());
    }

    @Test
    void whatIsNoHostIsRefused() {
        for (String item : List.of("dtn1:2811", "010.0.0.1", "*", "*.*", "a b", "[::1]", "10.0.0.0/8")) {
            assertThatThrownBy(() -> HostRules.of(List.of(item)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("'" + item + "' is no host");
        }
    }

    @Test
    void aProcessHasThoseOfItsFileAndNoHostWhereThatCannotBeRead(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("hosts"), "dtn1.example.org\n10.0.0.7\n");
        Map<String, String> environment = Map.of(HostRules.VARIABLE, file.toString());
        assertThat(HostRules.of(Map.of())).isEmpty();
        assertThat(HostRules.of(environment)).contains(HostRules.of(List.of("dtn1.example.org", "10.0.0.7")));
        Files.delete(file);
        assertThat(HostRules.of(environment)).contains(HostRules.of(List.of()));
    }

    @Test
    void aListedNameThatHasBeenPointedInsideIsNotLookedUp() throws Exception {
        AtomicReference<InetAddress> now = new AtomicReference<>(PUBLIC);
        InetAddressResolver builtin = new InetAddressResolver() {
            @Override
            public Stream<InetAddress> lookupByName(String host, LookupPolicy policy) {
                return Stream.of(now.get());
            }

            @Override
            public String lookupByAddress(byte[] address) {
                return "dtn1.example.org";
            }
        };
        InetAddressResolver resolver =
                new CheckedAddresses.Resolver(builtin, HostRules.of(List.of("dtn1.example.org")));
        LookupPolicy any = LookupPolicy.of(LookupPolicy.IPV4 | LookupPolicy.IPV6);
        assertThat(resolver.lookupByName("dtn1.example.org", any)).containsExactly(PUBLIC);
        now.set(METADATA);
        assertThatThrownBy(() -> resolver.lookupByName("dtn1.example.org", any))
                .isInstanceOf(UnknownHostException.class)
                .hasMessageContaining("dtn1.example.org leads to 169.254.169.254");
        assertThat(resolver.lookupByName("advisor.example.org", any)).containsExactly(METADATA);
    }
}
