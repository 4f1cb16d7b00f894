package org.waybill.client.looking;

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
class LookoutTest {
    private static final Look LOOK = new Look(Look.Kind.PATH, Look.Side.BETWEEN, "host.example", "path host.example");

    private final List<Seen> seen = new CopyOnWriteArrayList<>();
    private final Lookout lookout = new Lookout(seen::add);
    private final AtomicInteger asked = new AtomicInteger();

    private String ask() throws Exception {
        return lookout.look(LOOK, () -> "answer " + asked.incrementAndGet(), "nothing",
                text -> new Finding(true, text, "asked"));
    }

    @Test
    void remembersWhatWasFoundAndTellsItAgain() throws Exception {
        assertThat(ask()).isEqualTo("answer 1");
        assertThat(ask()).isEqualTo("answer 1");
        assertThat(seen).extracting(Seen::state)
                .containsExactly(Seen.State.RUNNING, Seen.State.FOUND, Seen.State.FOUND);
    }

    @Test
    void looksAgainAtWhatItForgot() throws Exception {
        ask();
        lookout.forget(LOOK.key());
        assertThat(ask()).isEqualTo("answer 2");
    }

    @Test
    void aSkippedLookEndsAtOnceAndItsWorkIsInterrupted() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        AtomicBoolean interrupted = new AtomicBoolean();
        CompletableFuture<String> found = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                found.complete(lookout.look(LOOK, () -> {
                    begun.countDown();
                    try {
                        Thread.sleep(60_000);
                    } catch (InterruptedException e) {
                        interrupted.set(true);
                        throw e;
                    }
                    return "late";
                }, "nothing", text -> new Finding(true, text, "")));
            } catch (TransferException | InterruptedException e) {
                found.completeExceptionally(e);
            }
        });
        begun.await();
        assertThat(lookout.skip(LOOK.key())).isTrue();
        assertThat(found.get(5, TimeUnit.SECONDS)).isEqualTo("nothing");
        assertThat(seen.getLast().state()).isEqualTo(Seen.State.SKIPPED);
        for (int i = 0; i < 500 && !interrupted.get(); i++) {
            Thread.sleep(10);
        }
        assertThat(interrupted).isTrue();
        assertThat(lookout.skip(LOOK.key())).as("nothing runs any more").isFalse();
    }

    @Test
    void aFailureComesThroughAndIsNotRemembered() throws Exception {
        assertThatThrownBy(() -> lookout.look(LOOK, () -> {
            throw new TransferException(Reason.NOT_FOUND, "no such file: x");
        }, "nothing", text -> new Finding(true, text, ""))).isInstanceOf(TransferException.class)
                .hasMessage("no such file: x");
        assertThat(seen.getLast().state()).isEqualTo(Seen.State.FAILED);
        assertThat(ask()).isEqualTo("answer 1");
    }

    @Test
    void saysWhenNothingWasLearned() throws Exception {
        lookout.look(LOOK, () -> "", "", text -> Finding.nothing("no answer"));
        assertThat(seen.getLast().state()).isEqualTo(Seen.State.NOTHING);
        assertThat(seen.getLast().finding()).isEqualTo(new Finding(false, "no answer", ""));
    }
}
