package org.waybill.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.lang.reflect.Field;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ProtocolsTest {

    @Test
    void eachNameSchemeAndAliasIsOfOneProtocol() {
        List<String> schemes = Protocols.all().stream().map(Protocol::scheme).toList();
        assertThat(schemes).doesNotHaveDuplicates().allMatch(scheme -> scheme.matches("[a-z][a-z0-9+.-]*"));
        for (Protocol protocol : Protocols.all()) {
            assertThat(Protocol.valueOf(protocol.name())).isSameAs(protocol);
            assertThat(Stream.of(protocol.name(), protocol.scheme()))
                    .allSatisfy(name -> assertThat(Protocols.named(name)).containsSame(protocol));
        }
        assertThatIllegalArgumentException().isThrownBy(() -> Protocol.valueOf("GOPHER"));
    }

    @Test
    void eachConstantIsRegistered() throws IllegalAccessException {
        for (Field constant : Protocol.class.getFields()) {
            if (constant.get(null) instanceof Protocol protocol) {
                assertThat(Protocols.all()).contains(protocol);
            }
        }
        for (Field constant : Transport.class.getFields()) {
            if (constant.get(null) instanceof Transport transport) {
                assertThat(Protocols.transport(transport.name())).isSameAs(transport);
            }
        }
    }

    @Test
    void urlsMayUseOtherSpellingsOfASchemeThatMovesFiles() {
        assertThat(Protocols.ofUrl("ssh")).containsSame(Protocol.SFTP);
        assertThat(Protocols.ofUrl("xroot")).containsSame(Protocol.XROOTD);
        assertThat(Protocols.ofUrl("gopher")).isEmpty();
        assertThat(Protocols.named("ssh")).containsSame(Protocol.SSH);
    }

    @Test
    void whatIsNotKnownProtectsNothing() {
        assertThat(Protection.of("gopher")).isEqualTo(Protection.CLEARTEXT);
        assertThat(Protection.of("file")).isEqualTo(Protection.ENCRYPTED);
        assertThat(Protection.of("gsiftp").keeps(Protection.ENCRYPTED)).isFalse();
    }

    @Test
    void onlyEncryptedServersShareAccountsWithEncryptedOnes() {
        for (Protocol protocol : Protocols.all()) {
            boolean secret = protocol.account().protection() == Protection.ENCRYPTED;
            assertThat(secret && protocol.login().takesPassword() && protocol.protection() == Protection.CLEARTEXT)
                    .as(protocol.name())
                    .isFalse();
        }
    }

    /** Else a directory is said to need another tool. */
    @Test
    void directoriesAreMovedByEachProtocolThatHasThem() {
        assertThat(Protocols.all())
                .filteredOn(one -> !one.transports().isEmpty() && !one.isReadMostly())
                .hasSizeGreaterThan(6)
                .allSatisfy(one ->
                        assertThat(one.tools()).as(one.name()).anyMatch(tool -> tool.movable() && tool.directories()));
    }

    @Test
    void rcloneReachesWhatItIsAToolOf() {
        assertThat(Protocols.all())
                .filteredOn(one -> Stream.concat(one.tools().stream(), one.toolsBetweenServers().stream())
                        .anyMatch(use -> use.tool() == Tool.RCLONE))
                .isNotEmpty()
                .allSatisfy(one -> assertThat(one.rclone()).as(one.name()).isNotNull());
    }

    @Test
    void scpSharesItsHistoryWithSftp() {
        assertThat(Protocols.transport("SCP").history()).isEqualTo("sftp");
        assertThat(Protocols.transport("tcp")).isSameAs(Transport.TCP);
    }

    @Test
    void aTransportKnownByNameAloneHasTheUsualCosts() {
        Transport unknown = Protocols.transport("srm+gsiftp");
        assertThat(unknown.name()).isEqualTo("srm+gsiftp");
        assertThat(unknown.setupRoundTrips()).isEqualTo(4);
    }

    @Test
    void aTransportCarriesTheSchemesThatNameIt() {
        assertThat(Protocols.schemes(Transport.HTTP)).containsExactly("http", "https", "dav", "davs");
        assertThat(Protocols.schemes(Transport.SCP)).containsExactly("sftp", "scp");
        assertThat(Protocols.transportNames()).startsWith("tcp", "plut", "tsp").doesNotHaveDuplicates();
    }
}
