package org.waybill.engine.session.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.waybill.engine.session.sink.SinkFilesByHand.bytes;
import static org.waybill.engine.session.sink.SinkFilesByHand.directory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.CopyRules;
import org.waybill.engine.CopyRules.Overwrite;
import org.waybill.engine.Reason;
import org.waybill.engine.filter.EntryFilter;
import org.waybill.engine.storage.PartialFile;
import org.waybill.engine.storage.RefusedException;
import org.waybill.engine.storage.TemporaryFile;
import org.waybill.engine.storage.WriteGuard;
import org.waybill.engine.wire.Message;
import org.waybill.engine.wire.Message.ReceivedRanges;
import org.waybill.engine.wire.Message.RequestedEntries;

/** A receiver whose messages a test gives it by hand. */
abstract class SinkFilesCase {
    static final int LARGE = (int) PartialFile.RESUMABLE_BYTES;
    /** Of the large files that are open at once. */
    static final int PLACES = 64;

    /** Lets some names stay as they are: they are another client's. */
    record Keeping(String kept, Consumer<StackTraceElement[]> asked) implements WriteGuard {
        Keeping(String kept) {
            this(kept, _ -> {});
        }

        @Override
        public void mayReplace(Path file, String name) throws IOException {
            if (name.matches(kept) && Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                asked.accept(Thread.currentThread().getStackTrace());
                throw new RefusedException(Reason.PERMISSION, "it is another client's");
            }
        }

        @Override
        public boolean opened(TemporaryFile partial, long sizeBytes) {
            return true;
        }

        @Override
        public boolean changesOthers() {
            return false;
        }

        @Override
        public void grew(long bytes) {}

        @Override
        public void publish(Path file, String name, Rename keep, Rename rename) throws IOException {
            mayReplace(file, name);
            keep.run();
            rename.run();
        }

        @Override
        public long usableBytes(FreeBytes free, long wantedBytes) throws IOException {
            return free.now();
        }
    }

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
