package org.waybill.engine.mover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.mover.engine.EngineMover;
import org.waybill.engine.mover.ftp.FtpStore;
import org.waybill.engine.mover.store.StoreProvider;
import org.waybill.engine.testserver.TestCredentials;
import org.waybill.engine.testserver.TestMovers;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;
import org.waybill.protocol.Transport;

/** The descriptors and the movers name the same transports. */
class MoversTest {
    @TempDir
    private Path home;

    private List<Mover> all() {
        List<Mover> engines = new ArrayList<>(List.of(new EngineMover(home)));
        engines.addAll(EngineMover.datagrams(home));
        return TestMovers.of(new TestCredentials()).precededBy(engines).all();
    }

    @Test
    void eachTransportThatADescriptorNamesHasOneMover() {
        Set<String> named = new TreeSet<>(Protocols.transportNames());
        named.add(Transport.LOCAL.name());
        assertThat(all()).extracting(Mover::name).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(named);
    }

    @Test
    void eachProtocolWithATransportHasAStoreOrIsTheEngines() {
        Set<String> stored = StoreProvider.byScheme(Movers.remoteStores(new TestCredentials(), null))
                .keySet();
        assertThat(Protocols.movingFiles()
                        .filter(one -> !one.transports().isEmpty() && one != Protocol.WAYBILL)
                        .map(Protocol::scheme))
                .containsExactlyInAnyOrderElementsOf(stored);
    }

    @Test
    void twoStoresOfOneSchemeAreRefused() {
        List<StoreProvider> two = new ArrayList<>(Movers.remoteStores(new TestCredentials(), null));
        two.add(FtpStore.provider(new TestCredentials(), true));
        assertThatThrownBy(() -> StoreProvider.byScheme(two))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageMatching("two stores have the scheme 'ftps?': expected one provider of it");
    }
}
