package org.waybill.engine.session.source;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.session.source.SourceByHand.DataStream;
import org.waybill.engine.storage.PartialFile;
import org.waybill.engine.wire.Message;
import org.waybill.engine.wire.Message.ReceivedRanges;
import org.waybill.engine.wire.Message.RequestedEntries;
import org.waybill.engine.wire.Message.Span;

/** A source whose sink a test plays by hand. */
abstract class SourceCase {
    /** Two blocks, of which nothing travels on the control connection. */
    static final int BLOCK = PartialFile.BLOCK_BYTES;

    static final long WINDOW = 1 << 30;

    @TempDir
    Path directory;

    SourceByHand source;

    @AfterEach
    void close() {
        source.close();
    }

    Path put(String name, String content) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, content);
    }

    /** A file of two blocks, the second one not full. */
    Path large(String name) throws IOException {
        return put(name, "a".repeat(BLOCK) + "b".repeat(10));
    }

    void ready() {
        source.says(new Message.Ready(new byte[16], WINDOW));
    }

    static RequestedEntries all(int upTo, ReceivedRanges... exceptions) {
        return new RequestedEntries(upTo, List.of(exceptions));
    }

    static Message committed(int... entries) {
        return new Message.Committed(Arrays.stream(entries).boxed().toList());
    }

    static Message acknowledged(long block) {
        return new Message.Ack(List.of(new Span(block, block)));
    }

    static byte[] digest(Message digests) {
        return ((Message.Digests) digests).digests().getFirst().sha256();
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Of a large file that the sink asks for but for these, on a data connection that is open. */
    DataStream sending(ReceivedRanges... exceptions) throws Exception {
        source = SourceByHand.of(large("source"));
        source.heard(Message.Manifest.class);
        DataStream stream = source.attach(0);
        ready();
        source.says(all(1, exceptions));
        return stream;
    }
}
