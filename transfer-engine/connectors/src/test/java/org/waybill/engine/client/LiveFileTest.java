package org.waybill.engine.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.driver.TcpChannels;
import org.waybill.engine.link.ControlLink;
import org.waybill.engine.link.NodeAddress;
import org.waybill.engine.link.NodeLinks;
import org.waybill.engine.link.Replies;
import org.waybill.engine.node.EngineFixture;
import org.waybill.engine.wire.BlockPayload;
import org.waybill.engine.wire.DataKeys;
import org.waybill.engine.wire.Message;
import org.waybill.engine.wire.RecordFormat;
import org.waybill.engine.wire.RecordSealer;

/** What a node makes of a live stream, said to it word by word. */
class LiveFileTest {
    private static final int HEADERS = BlockPayload.HEADER + BlockPayload.SEGMENT_HEADER;
    private static final byte[] CONTENT = new byte[100];

    private final byte[] secret = new byte[DataKeys.SECRET_BYTES];

    @TempDir
    private Path directory;

    private EngineFixture engine;
    private ControlLink link;

    @BeforeEach
    void connect() throws Exception {
        engine = new EngineFixture(directory);
        link = new NodeLinks(engine.home).connect(NodeAddress.of(engine.remote("/in")));
    }

    @AfterEach
    void leave() {
        link.close();
        engine.close();
    }

    private byte[] ask() throws IOException, TransferException {
        link.send(
                new Message.Hello("test"),
                new Message.PutStream(new Message.Terms("/in", "stream", false, secret, true, 0)));
        Replies.expect(Message.Welcome.class, link.receive());
        return Replies.expect(Message.Ready.class, link.receive()).session();
    }

    /** One block, then the end. */
    private void sendContent(byte[] id) throws IOException {
        DataKeys keys = new DataKeys(secret);
        RecordSealer sealer = keys.sealer(0);
        byte[] block = new byte[HEADERS + CONTENT.length];
        BlockPayload.putNumber(block, 0);
        BlockPayload.putSegmentHeader(block, BlockPayload.HEADER, 0, 0, CONTENT.length);
        byte[] record = new byte[RecordFormat.MAX_RECORD];
        try (ByteChannel data = TcpChannels.connect(
                link.channel().getRemoteAddress(), 10_000, keys.preamble(id, 0).encode())) {
            data.write(ByteBuffer.wrap(record, 0, sealer.seal(block, block.length, record)));
            data.write(ByteBuffer.wrap(record, 0, sealer.seal(new byte[0], 0, record)));
        }
    }

    private void sendDigest(byte[] sha256) throws IOException {
        link.send(new Message.Digests(List.of(new Message.Digest(0, sha256))));
    }

    @Test
    void getsItsNameWhenTheDigestsAgree() throws Exception {
        sendContent(ask());
        sendDigest(MessageDigest.getInstance("SHA-256").digest(CONTENT));
        Replies.expect(Message.Summary.class, link.receive());
        Replies.expect(Message.Done.class, link.receive());
        assertThat(engine.data.resolve("in")).satisfies(sameContentAs(CONTENT));
    }

    @Test
    void isNoneWhenTheyDoNot() throws Exception {
        sendContent(ask());
        sendDigest(new byte[32]);
        assertThatThrownBy(() -> Replies.expect(Message.Done.class, link.receive()))
                .isInstanceOfSatisfying(
                        TransferException.class, e -> assertThat(e.reason()).isEqualTo(Reason.VERIFICATION_FAILED));
        // the node closes its side when its files are in order
        assertThatThrownBy(link::receive).isInstanceOf(IOException.class);
        assertThat(engine.data).isEmptyDirectory();
    }

    @Test
    void isOpenBeforeTheSourceHearsThatItMaySend() throws Exception {
        ask();
        assertThat(EngineFixture.leftovers(engine.data))
                .as("the lock and the growing file")
                .hasSize(2);
    }
}
