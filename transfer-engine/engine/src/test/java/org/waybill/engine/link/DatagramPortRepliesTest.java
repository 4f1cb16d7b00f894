package org.waybill.engine.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.waybill.engine.wire.Message;

class DatagramPortRepliesTest {
    private final DatagramPortReplies answers = new DatagramPortReplies("the node");

    private static Message.DatagramsOpen open(int stream, int port) {
        return new Message.DatagramsOpen(stream, port, new byte[16]);
    }

    @Test
    void eachWaiterGetsTheAnswerAboutItsStream() throws Exception {
        DatagramPortReplies.Answer first = answers.expect(1);
        DatagramPortReplies.Answer second = answers.expect(2);
        assertThat(answers.isAnswer(open(2, 2000))).isTrue();
        assertThat(answers.isAnswer(open(1, 1000))).isTrue();
        assertThat(first.await().port()).isEqualTo(1000);
        assertThat(second.await().port()).isEqualTo(2000);
    }

    @Test
    void whatNobodyAskedForIsDroppedAndOtherMessagesAreLeftToOthers() {
        assertThat(answers.isAnswer(open(7, 7000))).isTrue();
        assertThat(answers.isAnswer(new Message.Heartbeat())).isFalse();
    }

    @Test
    void theEndOfTheConnectionEndsTheWait() throws Exception {
        DatagramPortReplies.Answer waitedFor = answers.expect(1);
        CompletableFuture<Throwable> waiting = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                waiting.completeExceptionally(new AssertionError("it said " + waitedFor.await()));
            } catch (IOException e) {
                waiting.complete(e);
            }
        });
        answers.close();
        assertThat(waiting.get(5, TimeUnit.SECONDS)).hasMessage("the node opened no UDP port");
        assertThatThrownBy(() -> answers.expect(2))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("ended");
    }
}
