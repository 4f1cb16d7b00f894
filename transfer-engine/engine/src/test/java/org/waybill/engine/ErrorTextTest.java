package org.waybill.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedChannelException;
import org.junit.jupiter.api.Test;
import org.waybill.engine.link.Replies;
import org.waybill.engine.storage.StorageErrors;

class ErrorTextTest {
    @Test
    void saysSomethingOfWhatSaysNothingItself() {
        assertThat(ErrorText.of(new IOException("no route"))).isEqualTo("no route");
        assertThat(ErrorText.of(new IOException(null, new IOException("no route"))))
                .isEqualTo("no route");
        assertThat(ErrorText.of(new AsynchronousCloseException())).isEqualTo("it was closed");
        assertThat(ErrorText.of(new EOFException())).isEqualTo("it ended");
        ConnectException refused = new ConnectException();
        refused.initCause(new ClosedChannelException());
        assertThat(ErrorText.of(refused)).isEqualTo("no connection can be made");
    }

    /** What the JDK throws at a thread that reads from a channel that another thread closes. */
    @Test
    void noLineEndsWithNull() {
        assertThat(Replies.broken(new ClosedChannelException(), "node"))
                .hasMessageNotContaining("null")
                .hasMessageContaining("closed");
        assertThat(StorageErrors.map(new ClosedChannelException(), "writing", "f"))
                .hasMessageNotContaining("null");
    }
}
