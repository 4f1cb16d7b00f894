package org.waybill.engine.session.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.CopyRules;
import org.waybill.engine.TransferListener;
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
import org.waybill.engine.wire.RecordFormat;

@Timeout(60)
class StreamEndTest {
    private static final int STREAM = 7;

    private final byte[] secret = new byte[DataKeys.SECRET_BYTES];

    @TempDir
    Path directory;

    /** A source closes its streams when it hears that all is there; their last records may come when we have left. */
    @Test
    void theMarkOfAStreamsEndThatComesAfterTheEndWasNotSentAgain() throws Exception {
        try (EngineFixture engine = new EngineFixture(directory)) {
            Path file = engine.file("data/source", 1000, 1);
            Path target = directory.resolve("target");
            NodeAddress node = NodeAddress.of(engine.remote("/source"));
            SinkSession session;
            try (ControlLink link = new NodeLinks(engine.home).connect(node)) {
                link.send(
                        new Message.Hello("test"),
                        new Message.Get(new Message.Terms("/source", "source", false, secret, true, 0)));
                Replies.expect(Message.Welcome.class, link.receive());
                Message.Ready ready = Replies.expect(Message.Ready.class, link.receive());
                session = new SinkSession(
                        link,
                        TargetTree.local(target, TemporaryNames.ofThisProcess(), false, "source", false),
                        new SessionSettings(
                                secret,
                                true,
                                0,
                                "source",
                                node.toString(),
                                TargetLock.thisProcess(),
                                TransferListener.NONE,
                                CopyRules.USUAL,
                                new SharedFiles()));
                try (session) {
                    session.start();
                    session.attach(STREAM, endingLate(session));
                    session.receive(ready);
                    Thread.ofVirtual()
                            .start(() -> session.run(() -> {
                                while (!session.outcome().isEnded()) {
                                    session.receive(link.receive());
                                }
                            }));
                    session.outcome().await();
                }
            }
            assertThat(target).satisfies(sameContentAs(file));
            assertThat(session.result().resentBytes()).isZero();
        }
    }

    /** A connection on which nothing comes but its last record, and that when the session is over. */
    private ByteChannel endingLate(SinkSession session) {
        byte[] record = new byte[RecordFormat.MAX_RECORD];
        int length = new DataKeys(secret).sealer(STREAM).seal(new byte[0], 0, record);
        ByteBuffer left = ByteBuffer.wrap(Arrays.copyOf(record, length));
        return new ByteChannel() {
            @Override
            public int read(ByteBuffer into) {
                try {
                    session.outcome().endsWithin(30_000);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                int count = Math.min(into.remaining(), left.remaining());
                into.put(left.slice().limit(count));
                left.position(left.position() + count);
                return count;
            }

            @Override
            public int write(ByteBuffer from) {
                throw new UnsupportedOperationException("a sink says nothing on a data connection");
            }

            @Override
            public boolean isOpen() {
                return true;
            }

            @Override
            public void close() {
                // what has been sent can still be read
            }
        };
    }
}
