package org.waybill.engine.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;

class IdentityTest {
    private static final Fingerprint NODE = new Fingerprint("ab".repeat(32));
    private static final Fingerprint CLIENT = new Fingerprint("cd".repeat(32));

    @TempDir
    private Path home;

    private Instant now = Instant.parse("2026-11-21T00:00:00Z");

    @Test
    void isMadeOnceWhoeverAsksFirst() throws Exception {
        Set<String> seen = ConcurrentHashMap.newKeySet();
        Thread[] threads = new Thread[8];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = Thread.ofPlatform().start(() -> {
                try {
                    seen.add(NodeIdentity.loadOrCreate(home).fingerprint().hex());
                } catch (TransferException e) {
                    seen.add(e.toString());
                }
            });
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(seen).hasSize(1).allMatch(hex -> hex.length() == 64);
        assertThat(Files.getPosixFilePermissions(home.resolve("identity.pem")))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }

    @Test
    void isRefusedWhenOthersCanReadTheKey() throws Exception {
        NodeIdentity.loadOrCreate(home);
        Files.setPosixFilePermissions(home.resolve("identity.pem"), PosixFilePermissions.fromString("rw-r--r--"));
        assertThatThrownBy(() -> NodeIdentity.loadOrCreate(home))
                .hasMessageContaining("set its mode to 600")
                .extracting(e -> ((TransferException) e).reason())
                .isEqualTo(Reason.UNSAFE);
    }

    @Test
    void isRefusedWhenItIsGarbage() throws Exception {
        NodeIdentity.loadOrCreate(home);
        Files.writeString(home.resolve("identity.pem"), "no key");
        assertThatThrownBy(() -> NodeIdentity.loadOrCreate(home))
                .isInstanceOf(TransferException.class)
                .hasMessageContaining("contains no usable key");
    }

    @Test
    void remembersPeersAndReplacesAPin() throws Exception {
        PeerStore book = new PeerStore(home);
        book.pinNode("Host.example", 7411, NODE);
        book.pinNode("host.example", 7411, CLIENT);
        book.pinNode("host.example", 7412, NODE);
        PairedClient paired = new PairedClient(
                CLIENT,
                Instant.parse("2026-11-01T00:00:00Z"),
                Grant.parse("read;path=/in%20coming/%C3%A4;quota=5"),
                "fe80::1%eth0",
                "the lab's");
        book.pinClient(new PairedClient(CLIENT, Instant.EPOCH, Grant.USUAL, "", ""));
        book.pinClient(paired);
        assertThat(new PeerStore(home).node("host.example", 7411)).contains(CLIENT);
        assertThat(book.node("host.example", 7412)).contains(NODE);
        assertThat(book.node("other", 7411)).isEmpty();
        assertThat(book.clients()).containsExactly(paired);
        assertThat(book.grant(CLIENT)).contains(paired.grant());
        assertThat(book.grant(NODE)).isEmpty();
        assertThat(Files.readAllLines(home.resolve("peers"))).hasSize(3);
        assertThat(Files.getPosixFilePermissions(home.resolve("peers")))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }

    @Test
    void aPairingFromBeforeGrantsKeepsAllAndADamagedLineLetsNobodyIn() throws Exception {
        Files.writeString(
                home.resolve("peers"),
                "client " + CLIENT + " 2026-01-02T03:04:05Z\n" + "client " + NODE
                        + " 2026-01-02T03:04:05Z grant=read;shrink=9\n");
        assertThat(new PeerStore(home).grant(CLIENT)).contains(Grant.OWNER);
        assertThat(new PeerStore(home).grant(NODE)).isEmpty();
    }

    @Test
    void removingAPeerLeavesTheOthers() throws Exception {
        PeerStore book = new PeerStore(home);
        book.pinNode("host.example", 7411, NODE);
        book.pinClient(new PairedClient(CLIENT, Instant.EPOCH, Grant.USUAL, "", ""));
        book.pinClient(new PairedClient(NODE, Instant.EPOCH, Grant.USUAL, "", ""));
        assertThat(book.removeClient(CLIENT)).isTrue();
        assertThat(book.removeClient(CLIENT)).isFalse();
        assertThat(book.grant(CLIENT)).isEmpty();
        assertThat(book.grant(NODE)).contains(Grant.USUAL);
        assertThat(book.removeNode("HOST.example:7411")).isTrue();
        assertThat(book.nodes()).isEmpty();
    }

    @Test
    void tokensAreReadAsTheyArePrinted() {
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < 1000; i++) {
            PairingToken token = PairingToken.random(new SecureRandom());
            seen.add(token.text());
            PairingToken read = PairingToken.parse(token.text().toLowerCase(Locale.ROOT));
            assertThat(read.clientProof(CLIENT, NODE)).isEqualTo(token.clientProof(CLIENT, NODE));
        }
        assertThat(seen).hasSize(1000);
        assertThatThrownBy(() -> PairingToken.parse("ABC")).hasMessageContaining("26");
        assertThatThrownBy(() -> PairingToken.parse("1".repeat(26))).hasMessageContaining("'1'");
    }

    @Test
    void aTokenWorksOnceAndForItsTimeOnlyAlsoForANodeThatRuns() throws Exception {
        PairingTokens tokens = new PairingTokens(home, () -> now);
        Grant grant = Grant.parse("read;path=/a");
        PairingToken token = new PairingTokens(home, () -> now).issue(grant, "the lab's");
        byte[] proof = token.clientProof(CLIENT, NODE);
        assertThat(tokens.redeem(proof, NODE, CLIENT)).isEmpty();
        assertThat(tokens.redeem(proof, CLIENT, NODE)).hasValueSatisfying(open -> {
            assertThat(open.grant()).isEqualTo(grant);
            assertThat(open.name()).isEqualTo("the lab's");
        });
        assertThat(Files.getPosixFilePermissions(home.resolve("pairing-tokens")))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThat(tokens.redeem(proof, CLIENT, NODE)).isEmpty();
        byte[] late = tokens.issue(Grant.USUAL, "").clientProof(CLIENT, NODE);
        now = now.plus(PairingTokens.LIFETIME).plus(Duration.ofSeconds(1));
        assertThat(tokens.redeem(late, CLIENT, NODE)).isEmpty();
    }

    @Test
    void guessingEndsEveryOpenToken() throws Exception {
        PairingTokens tokens = new PairingTokens(home, () -> now);
        byte[] right = tokens.issue(Grant.USUAL, "").clientProof(CLIENT, NODE);
        for (int i = 0; i < 10; i++) {
            assertThat(tokens.redeem(new byte[32], CLIENT, NODE)).isEmpty();
        }
        assertThat(tokens.redeem(right, CLIENT, NODE)).isEmpty();
    }
}
