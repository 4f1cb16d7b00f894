package org.waybill.client.livediscovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;

@Timeout(30)
class LiveDiscoveryTest {
    private static final ProbeTask LOOK =
            new ProbeTask(ProbeTask.Kind.PATH, ProbeTask.Side.BETWEEN, "host.example", "path host.example");

    private final List<ProbeTaskUpdate> seen = new CopyOnWriteArrayList<>();
    private final LiveDiscovery liveDiscovery = new LiveDiscovery(seen::add);
    private final AtomicInteger asked = new AtomicInteger();

    private String ask() throws Exception {
        return liveDiscovery.run(
                LOOK,
                () -> "answer " + asked.incrementAndGet(),
                "nothing",
                text -> new DiscoveryItem(true, text, "asked"));
    }

    @Test
    void remembersWhatWasFoundAndTellsItAgain() throws Exception {
        assertThat(ask()).isEqualTo("answer 1");
        assertThat(ask()).isEqualTo("answer 1");
        assertThat(seen)
                .extracting(ProbeTaskUpdate::state)
                .containsExactly(
                        ProbeTaskUpdate.State.RUNNING, ProbeTaskUpdate.State.FOUND, ProbeTaskUpdate.State.FOUND);
    }

    @Test
    void looksAgainAtWhatItForgot() throws Exception {
        ask();
        liveDiscovery.forget(LOOK.key());
        assertThat(ask()).isEqualTo("answer 2");
    }

    @Test
    void aSkippedLookEndsAtOnceAndItsWorkIsInterrupted() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        AtomicBoolean interrupted = new AtomicBoolean();
        CompletableFuture<String> found = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                found.complete(liveDiscovery.run(
                        LOOK,
                        () -> {
                            begun.countDown();
                            try {
                                Thread.sleep(60_000);
                            } catch (InterruptedException e) {
                                interrupted.set(true);
                                throw e;
                            }
                            return "late";
                        },
                        "nothing",
                        text -> new DiscoveryItem(true, text, "")));
            } catch (InterruptedException e) {
                found.completeExceptionally(e);
            }
        });
        begun.await();
        assertThat(liveDiscovery.skip(LOOK.key())).isTrue();
        assertThat(found.get(5, TimeUnit.SECONDS)).isEqualTo("nothing");
        assertThat(seen.getLast().state()).isEqualTo(ProbeTaskUpdate.State.SKIPPED);
        for (int i = 0; i < 500 && !interrupted.get(); i++) {
            Thread.sleep(10);
        }
        assertThat(interrupted).isTrue();
        assertThat(liveDiscovery.skip(LOOK.key())).as("nothing runs any more").isFalse();
    }

    @Test
    void aFailureComesThroughAndIsNotRemembered() throws Exception {
        assertThatThrownBy(() -> liveDiscovery.run(
                        LOOK,
                        () -> {
                            throw new TransferException(Reason.NOT_FOUND, "no such file: x");
                        },
                        "nothing",
                        text -> new DiscoveryItem(true, text, "")))
                .isInstanceOf(TransferException.class)
                .hasMessage("no such file: x");
        assertThat(seen.getLast().state()).isEqualTo(ProbeTaskUpdate.State.FAILED);
        assertThat(ask()).isEqualTo("answer 1");
    }

    @Test
    void saysWhenNothingWasLearned() throws Exception {
        liveDiscovery.run(LOOK, () -> "", "", text -> DiscoveryItem.nothing("no answer"));
        assertThat(seen.getLast().state()).isEqualTo(ProbeTaskUpdate.State.NOTHING);
        assertThat(seen.getLast().finding()).isEqualTo(new DiscoveryItem(false, "no answer", ""));
    }
}
