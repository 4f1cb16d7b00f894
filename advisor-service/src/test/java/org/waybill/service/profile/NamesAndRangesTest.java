package org.waybill.service.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.waybill.geoip.AddressBlock;

class NamesAndRangesTest {
    @Test
    void hostsHaveOneForm() {
        assertThat(HostNames.canonical(" DTN.Example.ORG. ")).isEqualTo("dtn.example.org");
        assertThat(HostNames.canonical("[2001:DB8::1]")).isEqualTo("2001:db8::1");
        assertThat(HostNames.canonical("2001:db8:0:1:0:0:0:1")).isEqualTo("2001:db8:0:1::1");
        assertThat(HostNames.canonical("0:0:0:0:0:0:0:0")).isEqualTo("::");
        assertThat(HostNames.canonical("1:0:0:2:0:0:3:0")).isEqualTo("1::2:0:0:3:0");
        assertThat(HostNames.canonical("192.0.2.1")).isEqualTo("192.0.2.1");
        assertThat(HostNames.domains("x.a.b.org")).containsExactly("x.a.b.org", "a.b.org", "b.org", "org");
    }

    @Test
    void onlyFullDottedAndUnscopedAddressesAreAddresses() {
        for (String other : List.of("1.2.3", "1", "0x7f.0.0.1", "0177.0.0.1", "1.2.3.4.5", "fe80::1%eth0", "a:b", "")) {
            assertThat(HostNames.address(other)).as(other).isEmpty();
        }
        assertThat(HostNames.address("::ffff:192.0.2.1")).isPresent();
    }

    @Test
    void namesAreThoseOfHosts() {
        for (String name : List.of("a", "dtn-01.example.org", "_srm.example.org", "x".repeat(63) + ".org")) {
            assertThat(HostNames.isName(name)).as(name).isTrue();
        }
        for (String name : List.of("", "a b", "-a", "a..b", "a/b", "a;b", "$(x)", "x".repeat(64), "ü.org")) {
            assertThat(HostNames.isName(name)).as(name).isFalse();
        }
    }

    @Test
    void aPrefixIsItsFirstAndLastAddress() throws Exception {
        AddressRange range = AddressRange.parse("192.0.2.128/25");
        assertThat(range.first()).isEqualTo(bytes("192.0.2.128"));
        assertThat(range.last()).isEqualTo(bytes("192.0.2.255"));
        AddressRange all = AddressRange.parse("0.0.0.0/0");
        assertThat(Arrays.compareUnsigned(all.first(), bytes("10.0.0.1"))).isNegative();
        assertThat(Arrays.compareUnsigned(all.last(), bytes("255.255.255.255"))).isZero();
        AddressRange six = AddressRange.parse("2001:db8::/33");
        assertThat(six.last()).isEqualTo(bytes("2001:db8:7fff:ffff:ffff:ffff:ffff:ffff"));
        assertThat(AddressRange.parse("192.0.2.1/32")).isEqualTo(AddressRange.parse("192.0.2.1/32"));
        for (String wrong : List.of("192.0.2.0", "x/8", "192.0.2.0/x", "192.0.2.0/-1", "2001:db8::/129", "/8")) {
            assertThatThrownBy(() -> AddressRange.parse(wrong)).as(wrong).isInstanceOf(IllegalArgumentException.class);
        }
    }

    private static byte[] bytes(String address) throws Exception {
        return AddressBlock.mapped(InetAddress.getByName(address));
    }
}
