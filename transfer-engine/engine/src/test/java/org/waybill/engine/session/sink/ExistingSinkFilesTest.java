package org.waybill.engine.session.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.waybill.engine.session.sink.SinkFilesByHand.bytes;
import static org.waybill.engine.session.sink.SinkFilesByHand.directory;
import static org.waybill.engine.session.sink.SinkFilesByHand.file;
import static org.waybill.engine.session.sink.SinkFilesByHand.put;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.waybill.engine.CopyRules.Overwrite;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.storage.PartialFile;
import org.waybill.engine.wire.Message;
import org.waybill.engine.wire.Message.Range;
import org.waybill.engine.wire.Message.ReceivedRanges;

/** What a receiver does with files that are at the destination before, or that an earlier run left there. */
@Timeout(60)
class ExistingSinkFilesTest extends SinkFilesCase {
    @Test
    void whatIsThereWithSizeAndTimeIsComparedBeforeAnythingIsSent() throws Exception {
        put(target(), "hello");
        ofFile();
        sink.list(file("", 5));
        assertThat(sink.heardSoFar()).containsExactly(all(1, new ReceivedRanges(0, true, List.of())));
        sink.digest(0, bytes("hello"));
        sink.heard(Message.Committed.class);
        endOfAll();
        assertThat(sink.result().resumedBytes()).isEqualTo(5);
    }

    @Test
    void whatIsThereWithSizeAndTimeAndOtherContentIsSent() throws Exception {
        put(target(), "jello");
        ofFile();
        sink.list(file("", 5));
        sink.digest(0, bytes("hello"));
        sink.heard(Message.ResendFile.class);
        deliver(0, "hello");
        endOfAll();
        assertThat(target()).hasContent("hello");
        assertThat(sink.result().resumedBytes())
                .as("it was not there after all")
                .isZero();
    }

    @Test
    void whatIsThereAndCannotBeReadIsSent() throws Exception {
        listABusyFileAndB();
        Files.delete(target().resolve("b"));
        sink.digest(2, bytes("hello"));
        assertThat(sink.heard(Message.ResendFile.class).entry()).isEqualTo(2);
        assertThat(sink.events).anyMatch(event -> event.matches("VERIFY_AGAIN: comparing .*b.*; it is replaced"));
        deliver(2, "hello");
        assertThat(target().resolve("b")).hasContent("hello");
    }

    /** As when this process has too many files open. */
    @Test
    void whatCannotBeOpenedForAnotherReasonIsNotReplaced() throws Exception {
        listABusyFileAndB();
        Files.delete(target().resolve("b"));
        Files.createSymbolicLink(target().resolve("b"), Path.of("elsewhere"));
        sink.digest(2, bytes("hello"));
        assertThat(sink.heard(Message.Unwritable.class).entry()).isEqualTo(2);
        assertThat(sink.events).noneMatch(event -> event.startsWith("VERIFY_AGAIN"));
    }

    /** It reads the first one still. */
    private void listABusyFileAndB() throws Exception {
        Files.createDirectory(target());
        Path first = target().resolve("a");
        try (FileChannel sparse = FileChannel.open(first, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            sparse.write(ByteBuffer.allocate(1), (256 << 20) - 1);
        }
        Files.setLastModifiedTime(first, FileTime.from(SinkFilesByHand.MODIFIED));
        put(target().resolve("b"), "hello");
        ofTree();
        sink.list(directory(""), file("a", 256 << 20), file("b", 5));
    }

    @Test
    void whatIsAlwaysToBeReplacedIsNotCompared() throws Exception {
        put(target(), "hello");
        sink = SinkFilesByHand.ofFile(target(), true, overwriting(Overwrite.ALWAYS));
        sink.list(file("", 5));
        assertThat(sink.heardSoFar()).containsExactly(all(1));
    }

    @Test
    void whatIsNeverToBeReplacedIsKeptAndNamed() throws Exception {
        Files.createDirectory(target());
        Files.writeString(target().resolve("a"), "old");
        sink = SinkFilesByHand.ofTree(target(), overwriting(Overwrite.NEVER));
        sink.list(directory(""), file("a", 1), file("b", 1));
        assertThat(sink.heard(Message.Unwritable.class).isKept()).isTrue();
        deliver(2, "b");
        endOfAll();
        assertThat(sink.result().notTransferred()).containsExactly(NotTransferred.kept("a"));
        assertThat(sink.result().firstFailure()).as("no failure").isNull();
        assertThat(target().resolve("a")).hasContent("old");
    }

    @Test
    void aFileNewerThanTheSourcesIsKeptWhereOlderOnesAreReplaced() throws Exception {
        Files.createDirectory(target());
        put(target().resolve("a"), "old");
        Files.writeString(target().resolve("b"), "newer");
        sink = SinkFilesByHand.ofTree(target(), overwriting(Overwrite.NEWER));
        sink.list(directory(""), file("a", 1), file("b", 1));
        assertThat(sink.heard(Message.Unwritable.class).entry()).isEqualTo(2);
        deliver(1, "a");
        endOfAll();
        assertThat(target().resolve("b")).hasContent("newer");
    }

    @Test
    void aSingleFileThatIsKeptEndsWithNothingToDo() throws Exception {
        Files.writeString(target(), "old");
        sink = SinkFilesByHand.ofFile(target(), true, overwriting(Overwrite.NEVER));
        sink.list(file("", 1));
        assertThat(sink.failure().reason()).isEqualTo(Reason.NOTHING_TO_DO);
    }

    @Test
    void whatAnEarlierRunLeftOfALargeFileIsNotRequestedAgain() throws Exception {
        byte[] content = new byte[LARGE];
        Arrays.fill(content, (byte) 7);
        ofFile();
        sink.list(file("", LARGE));
        sink.write(0, 0, Arrays.copyOf(content, PartialFile.BLOCK_BYTES));
        sink.close();
        ofFile();
        sink.list(file("", LARGE));
        assertThat(sink.heardSoFar())
                .containsExactly(all(1, new ReceivedRanges(0, false, List.of(new Range(0, PartialFile.BLOCK_BYTES)))));
        assertThat(sink.files.progress().bytesDone()).isEqualTo(PartialFile.BLOCK_BYTES);
        // in any order
        for (int at = LARGE - PartialFile.BLOCK_BYTES; at > 0; at -= PartialFile.BLOCK_BYTES) {
            sink.write(0, at, Arrays.copyOf(content, PartialFile.BLOCK_BYTES));
        }
        sink.digest(0, content);
        sink.heard(Message.Committed.class);
        assertThat(target()).satisfies(sameContentAs(content));
        assertThat(names()).containsExactly("target");
    }

    @Test
    void whatIsLeftOfALargeFileGoesWhereItsSourceHasChanged() throws Exception {
        ofFile();
        sink.list(file("", LARGE));
        sink.write(0, 0, new byte[PartialFile.BLOCK_BYTES]);
        sink.outcome.fail(new TransferException(Reason.SOURCE_CHANGED, "it changed while it was read"));
        sink.close();
        assertThat(names()).isEmpty();
    }
}
