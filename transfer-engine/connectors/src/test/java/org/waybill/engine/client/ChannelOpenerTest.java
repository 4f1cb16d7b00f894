package org.waybill.engine.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.CopyRules;
import org.waybill.engine.DataOptions;
import org.waybill.engine.TransferListener;
import org.waybill.engine.driver.udp.DatagramTerms;
import org.waybill.engine.link.ControlLink;
import org.waybill.engine.link.NodeAddress;
import org.waybill.engine.link.NodeLinks;
import org.waybill.engine.link.Replies;
import org.waybill.engine.node.EngineFixture;
import org.waybill.engine.session.SessionSettings;
import org.waybill.engine.session.SharedFiles;
import org.waybill.engine.session.sink.SinkSession;
import org.waybill.engine.storage.TargetLock;
import org.waybill.engine.storage.TargetTree;
import org.waybill.engine.storage.TemporaryNames;
import org.waybill.engine.wire.DataKeys;
import org.waybill.engine.wire.Message;

class ChannelOpenerTest {
    /** Slow enough that a file of 20 MB is still on its way after 20 s, when there has been a look at it. */
    private static final long NODES_RATE = 8_000_000;

    private static final TransferClient.Options OPTIONS = new TransferClient.Options(
            DataOptions.DEFAULT,
            null,
            new TransferClient.Datagrams(DatagramTerms.Transport.PLUT),
            null,
            CopyRules.USUAL,
            new SharedFiles(),
            new byte[0]);

    private final byte[] secret = new byte[DataKeys.SECRET_BYTES];

    @TempDir
    Path directory;

    private static int recommended(long rateBitsPerSecond, ReceiverRate receiver, int most) {
        return ChannelOpener.recommended(rateBitsPerSecond, receiver, most);
    }

    @Test
    void oneChannelCarriesAGigabitAndFasterLinesBeginWithMore() {
        ReceiverRate usual = ReceiverRate.unknown();
        assertThat(recommended(0, usual, 8)).as("unknown rate").isEqualTo(1);
        assertThat(recommended(100_000_000, usual, 8)).isEqualTo(1);
        assertThat(recommended(1_000_000_000, usual, 8)).isEqualTo(1);
        assertThat(recommended(3_000_000_000L, usual, 8)).isBetween(2, 4);
        assertThat(recommended(10_000_000_000L, usual, 4)).isEqualTo(4);
    }

    /** Lu 2011, section 4.3.1: the service rate is the receiver's own. */
    @Test
    void aReceiverThatWasSeenAtItsLimitGetsAsManyChannelsAsItNeeds() throws Exception {
        Instant now = Instant.parse("2026-03-01T00:00:00Z");
        ReceiverRate first = ReceiverRate.of(directory, "slow:7411", now);
        first.saw(120_000_000, 1, false);
        first.saw(240_000_000, 2, true);
        first.saw(270_000_000, 2, true);
        first.keep(now);
        ReceiverRate slow = ReceiverRate.of(directory, "slow:7411", now.plusSeconds(60));
        assertThat(slow.packetsPerSecond()).as("135 Mbit/s a channel").isEqualTo(11_250);
        assertThat(recommended(250_000_000, slow, 8)).isEqualTo(2);
        assertThat(recommended(250_000_000, ReceiverRate.unknown(), 8)).isEqualTo(1);
        assertThat(slow.told()).isEqualTo("11,250 packets/s a channel (measured at its limit on 2026-03-01)");
        ReceiverRate later = ReceiverRate.of(directory, "slow:7411", now.plusSeconds(31 * 86_400));
        assertThat(later.packetsPerSecond()).as("forgotten").isEqualTo(ReceiverRate.USUAL);
    }

    @Test
    void aReceiverThatTookMoreThanUsualGetsFewerChannels() throws Exception {
        Instant now = Instant.parse("2026-03-01T00:00:00Z");
        ReceiverRate first = ReceiverRate.of(directory, "fast:7411", now);
        first.saw(2_400_000_000.0, 1, false);
        first.keep(now);
        ReceiverRate fast = ReceiverRate.of(directory, "fast:7411", now);
        assertThat(recommended(2_000_000_000, fast, 8)).isEqualTo(1);
        assertThat(recommended(2_000_000_000, ReceiverRate.unknown(), 8)).isEqualTo(2);
        assertThat(fast.told()).contains("200,000 packets/s", "without reaching its limit");
        ReceiverRate other = ReceiverRate.of(directory, "other:7411", now);
        assertThat(other.packetsPerSecond()).isEqualTo(ReceiverRate.USUAL);
    }

    @Test
    void aNodeThatSendsGivesAChannelUpToo() throws Exception {
        try (EngineFixture engine = new EngineFixture(directory)) {
            Path file = engine.file("data/source", 20_000_000, 1);
            Path target = directory.resolve("target");
            NodeAddress node = NodeAddress.of(engine.remote("/source"));
            SessionSettings settings = new SessionSettings(
                    secret,
                    true,
                    NODES_RATE,
                    "source",
                    node.toString(),
                    TargetLock.thisProcess(),
                    TransferListener.NONE,
                    CopyRules.USUAL,
                    new SharedFiles());
            try (ControlLink link = new NodeLinks(engine.home).connect(node);
                    DatagramDialer dialer = new DatagramDialer(link, new DataKeys(secret), OPTIONS, false)) {
                link.send(
                        new Message.Hello("test"),
                        new Message.Get(new Message.Terms("/source", "source", false, secret, true, NODES_RATE)));
                Replies.expect(Message.Welcome.class, link.receive());
                Message.Ready ready = Replies.expect(Message.Ready.class, link.receive());
                TargetTree tree = TargetTree.local(target, TemporaryNames.ofThisProcess(), false, "source", false);
                try (SinkSession session = new SinkSession(link, tree, settings)) {
                    session.start();
                    session.receive(ready);
                    hear(link, dialer, session);
                    ChannelOpener opener =
                            new ChannelOpener(session, dialer, new DataKeys(secret), ready.session(), OPTIONS);
                    assertThat(opener.change(0, 2)).isTrue();
                    awaitBytesOfTheSecond(session);
                    long memoryOfTwo = engine.node.datagramBytes();
                    assertThat(opener.change(2, 1)).isTrue();
                    engine.awaitDatagramBytes(memoryOfTwo / 2);
                    assertThat(session.outcome().isEnded())
                            .as("it is under way still")
                            .isFalse();
                    session.outcome().await();
                    assertThat(target).satisfies(sameContentAs(file));
                    assertThat(session.result().resentBytes()).isZero();
                }
            }
        }
    }

    private static void hear(ControlLink link, DatagramDialer dialer, SinkSession session) {
        Thread.ofVirtual()
                .start(() -> session.run(() -> {
                    while (true) {
                        Message message = link.receive();
                        if (!dialer.isAnswer(message)) {
                            session.receive(message);
                        }
                    }
                }));
    }

    private static void awaitBytesOfTheSecond(SinkSession session) throws InterruptedException {
        for (int i = 0; session.deliveredBytes(1) == 0; i++) {
            assertThat(i)
                    .as("hundredths of a second until the second channel delivers")
                    .isLessThan(1_500);
            Thread.sleep(10);
        }
    }
}
