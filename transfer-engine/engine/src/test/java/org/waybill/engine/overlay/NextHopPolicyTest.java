package org.waybill.engine.overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.link.AddressLookup;
import org.waybill.engine.link.NodeAddress;

@Tag("attack")
class NextHopPolicyTest {
    private static final int PORT = 7411;
    private static final InetSocketAddress OWN = address("0.0.0.0", PORT);
    private static final InetSocketAddress OTHER_PORT = address("0.0.0.0", 7412);
    private static final NodeAddress NEXT = new NodeAddress("node.example", PORT);

    /** A name server that gives other answers each time, until it has none. */
    private static AddressLookup answering(String... addresses) {
        Queue<String> answers = new ArrayDeque<>(List.of(addresses));
        return node -> List.of(address(answers.remove(), node.port()));
    }

    private static InetSocketAddress address(String literal, int port) {
        try {
            return new InetSocketAddress(InetAddress.getByName(literal), port);
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aNameIsLookedUpOnceAndWhatWasCheckedIsWhereTheConnectionGoes() throws Exception {
        NextHopPolicy policy = new NextHopPolicy(false, OTHER_PORT, answering("192.0.2.7", "127.0.0.1"));
        assertThat(policy.addresses(NEXT)).containsExactly(address("192.0.2.7", PORT));
        assertThatThrownBy(() -> policy.addresses(NEXT)).as("the second answer").hasMessageContaining("public");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "10.1.2.3",
                "172.16.0.9",
                "192.168.7.7",
                "169.254.169.254",
                "100.64.0.1",
                "0.0.0.0",
                "::1",
                "fe80::1",
                "fd00::7",
                "::ffff:10.0.0.1",
                "224.0.0.1",
                "255.255.255.255",
                "198.18.0.1",
                "64:ff9b::a00:1",
                "2002:a00:1::1",
                "2001::1",
                "::a00:1"
            })
    void namesThatLeadInsideAreRefused(String inner) {
        NextHopPolicy policy = new NextHopPolicy(false, OTHER_PORT, answering(inner));
        assertThatThrownBy(() -> policy.addresses(NEXT))
                .isInstanceOfSatisfying(
                        TransferException.class, e -> assertThat(e.reason()).isEqualTo(Reason.UNSAFE))
                .hasMessageContaining("--allow-private");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2130706433",
                "0x7f000001",
                "0177.0.0.1",
                "127.1",
                "127.0.0.01",
                "::ffff:127.0.0.1",
                "::ffff:7f00:1",
                "fe80::1%lo",
                "[::1]",
                "localhost.",
                "user@node.example",
                "node.example/x",
                ""
            })
    void otherSpellingsAreRefusedUnasked(String host) {
        NextHopPolicy policy = new NextHopPolicy(true, OTHER_PORT, answering());
        assertThatThrownBy(() -> policy.addresses(new NodeAddress(host, PORT)))
                .isInstanceOfSatisfying(
                        TransferException.class, e -> assertThat(e.reason()).isEqualTo(Reason.UNSAFE));
    }

    @Test
    void anOperatorMayAllowThemButNeverTheNodeItself() throws Exception {
        NextHopPolicy policy = new NextHopPolicy(true, OWN, answering("10.1.2.3", "127.0.0.1"));
        assertThat(policy.addresses(NEXT)).containsExactly(address("10.1.2.3", PORT));
        assertThatThrownBy(() -> policy.addresses(NEXT)).hasMessageContaining("to itself");
    }

    @Test
    void nodesOfOneMachineAreToldApartByAddressAndPort() throws Exception {
        NextHopPolicy policy = new NextHopPolicy(
                true, address("127.0.0.2", PORT), answering("127.0.0.1", "127.0.0.3", "::1", "127.0.0.2", "0.0.0.0"));
        for (String other : List.of("127.0.0.1", "127.0.0.3", "::1")) {
            assertThat(policy.addresses(NEXT)).containsExactly(address(other, PORT));
        }
        assertThatThrownBy(() -> policy.addresses(NEXT)).hasMessageContaining("to itself");
        assertThatThrownBy(() -> policy.addresses(NEXT))
                .as("which address that leads to is the system's choice")
                .hasMessageContaining("to itself");
    }

    @Test
    void onlyTheFirstAddressCountsSoThatASecondCannotLeadElsewhere() throws Exception {
        NextHopPolicy policy = new NextHopPolicy(
                false, OWN, node -> List.of(address("192.0.2.7", node.port()), address("127.0.0.1", node.port())));
        assertThat(policy.addresses(NEXT)).containsExactly(address("192.0.2.7", PORT));
    }
}
