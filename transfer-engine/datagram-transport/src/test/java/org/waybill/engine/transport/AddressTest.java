package org.waybill.engine.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.waybill.engine.transport.ConnectionPair.CONNECTION;
import static org.waybill.engine.transport.ConnectionPair.HOME;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Who gets an answer, and how much of one: no amplification, no answer to garbage, no change by a spoofed address. */
class AddressTest {
    private static final int ELSEWHERE = 2;
    private final ConnectionPair pair = new ConnectionPair(10_000_000);
    private final Connection receiver = pair.receiver;
    private final Connection sender = pair.sender;
    private long nowNs;

    private record Sent(int path, byte[] bytes) {}

    private List<Sent> poll(Connection from) {
        List<Sent> sent = new ArrayList<>();
        ByteBuffer buffer = ByteBuffer.allocate(2_000);
        while (from.pollTransmit(nowNs, buffer)) {
            byte[] bytes = new byte[buffer.position()];
            buffer.flip().get(bytes);
            buffer.clear();
            sent.add(new Sent(from.transmitPath(), bytes));
        }
        return sent;
    }

    private void give(Connection to, int path, Sent datagram) {
        to.onDatagram(nowNs, path, ByteBuffer.wrap(datagram.bytes().clone()));
    }

    private void establish() {
        poll(sender).forEach(sent -> give(receiver, HOME, sent));
        poll(receiver).forEach(sent -> give(sender, HOME, sent));
        poll(sender).forEach(sent -> give(receiver, HOME, sent));
        poll(receiver).forEach(sent -> give(sender, HOME, sent));
        assertThat(sender.isEstablished() && receiver.isEstablished()).isTrue();
    }

    @Test
    void theFirstWordGetsOneShorterAnswerAndLeavesNoTrace() {
        List<Sent> hello = poll(sender);
        assertThat(hello).hasSize(1);
        assertThat(hello.getFirst().bytes()).hasSizeGreaterThanOrEqualTo(1_200);
        give(receiver, HOME, hello.getFirst());
        List<Sent> answer = poll(receiver);
        assertThat(answer).hasSize(1);
        assertThat(answer.getFirst().bytes().length).isLessThan(hello.getFirst().bytes().length);
        assertThat(receiver.isEstablished()).isFalse();
        give(receiver, HOME, hello.getFirst());
        assertThat(poll(receiver)).as("no second answer to the same datagram").isEmpty();
    }

    @Test
    void aCookieServesOnlyTheAddressItWasGivenTo() {
        give(receiver, HOME, poll(sender).getFirst());
        give(sender, HOME, poll(receiver).getFirst());
        Sent withCookie = poll(sender).getFirst();
        give(receiver, ELSEWHERE, withCookie);
        assertThat(receiver.isEstablished()).isFalse();
    }

    @Test
    void garbageGetsNoAnswer() {
        Random random = new Random(1);
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = new byte[random.nextInt(1_500)];
            random.nextBytes(bytes);
            if (bytes.length >= 20 && i % 2 == 0) {
                ByteBuffer.wrap(bytes)
                        .put((byte) (0x10 | 1 + random.nextInt(11)))
                        .put((byte) 0)
                        .putShort((short) bytes.length)
                        .putLong(CONNECTION)
                        .putLong(random.nextInt(100));
            }
            give(receiver, random.nextInt(5), new Sent(0, bytes));
            assertThat(poll(receiver)).isEmpty();
        }
        assertThat(receiver.counters().refusedDatagrams()).isEqualTo(20_000);
        establish();
        for (int i = 0; i < 1_000; i++) {
            byte[] bytes = new byte[100];
            random.nextBytes(bytes);
            give(receiver, ELSEWHERE, new Sent(0, bytes));
        }
        assertThat(poll(receiver)).noneMatch(sent -> sent.path() == ELSEWHERE);
    }

    @Test
    void aSpoofedAddressGetsAChallengeAndNothingElse() {
        establish();
        nowNs += 5_000_000;
        List<Sent> data = poll(sender);
        assertThat(data).isNotEmpty();
        give(receiver, ELSEWHERE, data.getLast());
        nowNs += 20_000_000;
        receiver.onTimeout(nowNs);
        List<Sent> answers = poll(receiver);
        List<Sent> elsewhere =
                answers.stream().filter(sent -> sent.path() == ELSEWHERE).toList();
        assertThat(elsewhere).as("one challenge").hasSize(1);
        assertThat(elsewhere.getFirst().bytes().length).isLessThan(100);
        assertThat(answers).as("acknowledgements go where they went before").anyMatch(sent -> sent.path() == HOME);
        data = poll(sender);
        assertThat(data).isNotEmpty();
        give(receiver, HOME, data.getLast());
        nowNs += 400_000_000;
        receiver.onTimeout(nowNs);
        assertThat(poll(receiver))
                .as("the real peer has spoken: no more challenges")
                .noneMatch(sent -> sent.path() == ELSEWHERE);
    }

    @Test
    void anAnswerFromTheNewAddressMovesThePeer() {
        establish();
        nowNs += 5_000_000;
        give(receiver, ELSEWHERE, poll(sender).getLast());
        Sent challenge = poll(receiver).stream()
                .filter(sent -> sent.path() == ELSEWHERE)
                .findFirst()
                .orElseThrow();
        give(sender, HOME, challenge);
        poll(sender).forEach(sent -> give(receiver, ELSEWHERE, sent));
        nowNs += 20_000_000;
        receiver.onTimeout(nowNs);
        assertThat(poll(receiver)).isNotEmpty().allMatch(sent -> sent.path() == ELSEWHERE);
    }

    @Test
    void anAddressThatIsNotProvedGetsNoMoreThanItSent() {
        establish();
        nowNs += 5_000_000;
        List<Sent> data = poll(sender);
        give(receiver, HOME, data.getFirst());
        nowNs += 20_000_000;
        receiver.onTimeout(nowNs);
        Sent small = poll(receiver).getLast();
        give(sender, ELSEWHERE, small);
        long elsewhere = 0;
        for (int i = 0; i < 400; i++) {
            nowNs += 50_000_000;
            sender.onTimeout(nowNs);
            elsewhere += poll(sender).stream()
                    .filter(sent -> sent.path() == ELSEWHERE)
                    .mapToInt(sent -> sent.bytes().length)
                    .sum();
        }
        assertThat(elsewhere).isPositive().isLessThanOrEqualTo(small.bytes().length);
    }

    @Test
    void theLastWordToAnAddressThatIsNotProvedIsShorterThanTheQuestion() {
        establish();
        nowNs += 5_000_000;
        List<Sent> data = poll(sender);
        receiver.abort(nowNs, "x".repeat(200));
        assertThat(poll(receiver).getFirst().bytes()).hasSizeGreaterThan(200);
        for (Sent each : data) {
            give(receiver, ELSEWHERE, each);
            assertThat(poll(receiver)).allMatch(sent -> sent.path() == ELSEWHERE && sent.bytes().length <= 40);
        }
    }

    /** Of the kind that costs most: it looks like the peer's until the tag is checked. */
    @Test
    void garbageCostsMicroseconds() {
        establish();
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        byte[] bytes = new byte[1_400];
        new Random(1).nextBytes(bytes);
        int count = 50_000;
        long startNs = 0;
        for (int i = -count; i < count; i++) {
            if (i == 0) {
                startNs = threads.getCurrentThreadCpuTime();
            }
            ByteBuffer.wrap(bytes)
                    .put((byte) (0x10 | 4))
                    .put((byte) 0)
                    .putShort((short) bytes.length)
                    .putLong(CONNECTION)
                    .putLong(1_000 + i % 100);
            receiver.onDatagram(nowNs, ELSEWHERE, ByteBuffer.wrap(bytes));
        }
        double micros = (threads.getCurrentThreadCpuTime() - startNs) / 1e3 / count;
        System.out.printf("%.2f us of processor time for a datagram of garbage%n", micros);
        assertThat(receiver.counters().refusedDatagrams()).isEqualTo(2L * count);
        assertThat(micros).isLessThan(50);
    }
}
