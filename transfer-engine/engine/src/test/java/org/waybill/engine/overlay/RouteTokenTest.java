package org.waybill.engine.overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.identity.Fingerprint;
import org.waybill.engine.identity.NodeIdentity;
import org.waybill.engine.identity.RouteKey;
import org.waybill.engine.link.NodeAddress;
import org.waybill.engine.wire.WireWriter;

/** Whose tokens count, for how long, and how often. */
@Tag("attack")
class RouteTokenTest {
    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
    private static final NodeAddress DESTINATION = new NodeAddress("sink.example.org", 7411);

    @TempDir
    private Path home;

    private NodeIdentity identity;
    private TokenSigner signer;
    private Instant clock = NOW;
    private TokenVerifier verifier;
    private List<RouteToken.Hop> hops;
    private boolean trusted = true;

    @BeforeEach
    void start() throws Exception {
        identity = NodeIdentity.loadOrCreate(home);
        signer = TokenSigner.ofHome(home);
        hops = List.of(new RouteToken.Hop(new NodeAddress("relay.example.org", 7411), identity.fingerprint()));
        verifier = verifier();
    }

    private TokenVerifier verifier() {
        return new TokenVerifier(
                new TokenVerifier.Trust() {
                    @Override
                    public boolean identity(Fingerprint certificate) {
                        return trusted && certificate.equals(identity.fingerprint());
                    }

                    @Override
                    public boolean issuer(String key) {
                        return key.startsWith("5e"); // the test's service, below
                    }
                },
                () -> clock);
    }

    private byte[] token() {
        return signer.issue(identity.fingerprint(), hops, DESTINATION, 1000, NOW);
    }

    private void refused(byte[] token, String text) {
        assertThatThrownBy(() -> verifier.redeem(token))
                .isInstanceOfSatisfying(
                        TransferException.class, e -> assertThat(e.reason()).isEqualTo(Reason.AUTHENTICATION))
                .hasMessageContaining(text);
    }

    @Test
    void saysWhatItsSignerSaid() throws Exception {
        RouteToken token = verifier.redeem(token()).token();
        assertThat(token.hops()).isEqualTo(hops);
        assertThat(token.destination()).isEqualTo(DESTINATION);
        assertThat(token.bytes()).isEqualTo(1000);
        assertThat(token.holder()).isEqualTo(identity.fingerprint());
    }

    @Test
    void countsOnce() throws Exception {
        byte[] token = token();
        verifier.redeem(token);
        refused(token, "used here before");
    }

    @Test
    void countsOnceAlsoAfterManyOthers() throws Exception {
        byte[] token = token();
        verifier.redeem(token);
        for (int i = 0; i < 50; i++) {
            verifier.redeem(token());
        }
        refused(token, "used here before");
    }

    @Test
    void isTooOldAfterTenMinutesAndTheGraceForClocks() throws Exception {
        byte[] token = token();
        byte[] other = token();
        clock = NOW.plusSeconds(10 * 60 + 59);
        verifier.redeem(token);
        clock = NOW.plusSeconds(10 * 60 + 62);
        refused(other, "expired");
    }

    @Test
    void isRefusedWhenItIsGoodForTooLong() {
        byte[] token = signer.issue(identity.fingerprint(), hops, DESTINATION, 1000, NOW.plusSeconds(3600));
        refused(token, "good for longer");
    }

    @Test
    void isRefusedFromSomebodyUnknown(@TempDir Path other) throws Exception {
        byte[] forged = TokenSigner.ofHome(other).issue(identity.fingerprint(), hops, DESTINATION, 1000, NOW);
        refused(forged, "not signed by a client or service");
        trusted = false;
        refused(token(), "not signed by a client or service");
    }

    @Test
    void isRefusedWhenAnotherKeyClaimsTheTrustedCertificate(@TempDir Path other) throws Exception {
        TokenSigner thief = TokenSigner.of(
                new NodeIdentity(NodeIdentity.loadOrCreate(other).key(), identity.certificate()), RouteKey.create());
        refused(thief.issue(identity.fingerprint(), hops, DESTINATION, 1000, NOW), "not signed by a client or service");
    }

    @Test
    void noBitOfItCanBeChanged() {
        byte[] token = token();
        Random random = new Random(1);
        for (int i = 0; i < 300; i++) {
            byte[] changed = token.clone();
            changed[random.nextInt(changed.length)] ^= (byte) (1 << random.nextInt(8));
            assertThatThrownBy(() -> verifier.redeem(changed))
                    .isInstanceOfAny(TransferException.class, org.waybill.engine.wire.WireException.class);
        }
    }

    @Test
    void aServiceMaySignItWhereItsKeyIsHonoured() throws Exception {
        RouteKey honoured = RouteKey.create();
        while (!HexFormat.of().formatHex(honoured.publicKey()).startsWith("5e")) {
            honoured = RouteKey.create();
        }
        RouteKey other = RouteKey.create();
        while (HexFormat.of().formatHex(other.publicKey()).startsWith("5e")) {
            other = RouteKey.create();
        }
        assertThat(verifier.redeem(service(honoured).issue(identity.fingerprint(), hops, DESTINATION, 5, NOW))
                        .token()
                        .bytes())
                .isEqualTo(5);
        refused(service(other).issue(identity.fingerprint(), hops, DESTINATION, 5, NOW), "not signed");
    }

    private static TokenSigner service(RouteKey key) {
        return new TokenSigner(
                key,
                new WireWriter().u8(TokenSigner.BY_ISSUER).raw(key.publicKey()).toBytes());
    }

    @Test
    void namesNoNodeTwiceAndAtMostFourRelays() {
        RouteToken.Hop hop = hops.getFirst();
        assertThatThrownBy(() -> signer.issue(identity.fingerprint(), List.of(hop, hop), DESTINATION, 5, NOW))
                .hasMessageContaining("twice");
        assertThatThrownBy(() -> signer.issue(identity.fingerprint(), hops, hop.address(), 5, NOW))
                .hasMessageContaining("twice");
        List<RouteToken.Hop> five = IntStream.range(1, 6)
                .mapToObj(i -> new RouteToken.Hop(new NodeAddress("relay.example.org", i), identity.fingerprint()))
                .toList();
        assertThatThrownBy(() -> signer.issue(identity.fingerprint(), five, DESTINATION, 5, NOW))
                .hasMessageContaining("1 to 4");
    }
}
