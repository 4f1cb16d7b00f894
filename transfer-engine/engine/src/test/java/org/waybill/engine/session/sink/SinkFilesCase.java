package org.waybill.engine.session.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.waybill.engine.session.sink.SinkFilesByHand.bytes;
import static org.waybill.engine.session.sink.SinkFilesByHand.directory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.CopyRules;
import org.waybill.engine.CopyRules.Overwrite;
import org.waybill.engine.filter.EntryFilter;
import org.waybill.engine.storage.PartialFile;
import org.waybill.engine.wire.Message;
import org.waybill.engine.wire.Message.ReceivedRanges;
import org.waybill.engine.wire.Message.RequestedEntries;

/** A receiver whose messages a test gives it by hand. */
abstract class SinkFilesCase {
    static final int LARGE = (int) PartialFile.RESUMABLE_BYTES;
    /** Of the large files that are open at once. */
    static final int PLACES = 64;

    @TempDir
    Path directory;

    SinkFilesByHand sink;

    @AfterEach
    void close() throws Exception {
        sink.close();
    }

    Path target() {
        return directory.resolve("target");
    }

    void ofFile() throws IOException {
        sink = SinkFilesByHand.ofFile(target(), true, CopyRules.USUAL);
    }

    void ofTree() throws IOException {
        sink = SinkFilesByHand.ofTree(target(), CopyRules.USUAL);
    }

    static CopyRules overwriting(Overwrite which) {
        return new CopyRules(CopyRules.Links.AUTO, EntryFilter.ALL, which, "", Set.of());
    }

    static RequestedEntries all(int upTo, ReceivedRanges... exceptions) {
        return new RequestedEntries(upTo, List.of(exceptions));
    }

    List<String> names() throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }

    /** A file of one block: its content and its digest come. */
    void deliver(int entry, String content) throws Exception {
        sink.write(entry, 0, bytes(content));
        sink.digest(entry, bytes(content));
        assertThat(sink.heard(Message.Committed.class).entries()).containsExactly(entry);
    }

    void endOfAll() throws Exception {
        sink.sourceIsThrough();
        sink.heard(Message.Done.class);
    }
}
