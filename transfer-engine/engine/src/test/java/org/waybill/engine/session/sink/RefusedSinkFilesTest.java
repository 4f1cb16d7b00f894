package org.waybill.engine.session.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.waybill.engine.session.sink.SinkFilesByHand.bytes;
import static org.waybill.engine.session.sink.SinkFilesByHand.directory;
import static org.waybill.engine.session.sink.SinkFilesByHand.file;
import static org.waybill.engine.session.sink.SinkFilesByHand.nanos;

import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.waybill.engine.CopyRules;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.wire.Message;
import org.waybill.engine.wire.RecordFormat;
import org.waybill.engine.wire.WireException;

/** What a receiver accepts from no source. */
@Timeout(60)
class RefusedSinkFilesTest extends SinkFilesCase {
    @Test
    void aSourceTakesNothingBackTwice() throws Exception {
        ofTree();
        sink.list(directory(""), file("a", 1), file("b", 1));
        Message.Unsendable not = new Message.Unsendable(1, Reason.PERMISSION, "it may not be read");
        sink.examine(() -> sink.files.unsendable(not));
        sink.examine(() -> sink.files.unsendable(not));
        assertThat(sink.failure()).hasMessageContaining("it takes back entry 1 twice");
    }

    @Test
    void oneFileThatCannotBeWrittenEndsWhatIsOfNoUseWithoutIt() throws Exception {
        Files.createDirectories(target().resolve("a"));
        sink = SinkFilesByHand.ofTree(target(), CopyRules.USUAL, new CutThroughListener() {
            @Override
            public boolean needsAll() {
                return true;
            }
        });
        sink.list(directory(""), file("a", 1), file("b", 1));
        assertThat(sink.failure()).hasMessageContaining("expected a file, found a directory");
    }

    /** A long list comes in parts, and what is in the first of them is sent while the others are on their way. */
    @Test
    void whatIsTooMuchIsRefusedBeforeThePartThatMakesItSoIsRequested() throws Exception {
        sink = SinkFilesByHand.ofTree(target(), CopyRules.USUAL, new CutThroughListener() {
            @Override
            public void listed(long totalBytes) throws TransferException {
                if (totalBytes > 10) {
                    throw new TransferException(Reason.DISK_FULL, totalBytes + " bytes are too many");
                }
            }
        });
        sink.listSome(directory(""), file("a", 10));
        assertThat(sink.heardSoFar()).containsExactly(all(2));
        sink.listSome(file("b", 1));
        assertThat(sink.failure()).hasMessage("11 bytes are too many");
        assertThat(sink.heardSoFar()).isEmpty();
    }

    /** It would arrive as a whole at each run, and be refused at its end. */
    @Test
    void whatProvesToDifferAndIsNotToBeReplacedIsNotSent() throws Exception {
        Files.createDirectory(target());
        SinkFilesByHand.put(target().resolve("a"), "jello");
        sink = SinkFilesByHand.ofTree(target(), new Keeping("a"));
        sink.list(directory(""), file("a", 5), file("b", 1));
        sink.digest(1, bytes("hello"));
        Message.Unwritable refused = sink.heard(Message.Unwritable.class);
        assertThat(refused.entry()).isEqualTo(1);
        assertThat(refused.text()).contains("another client's");
        assertThat(target().resolve("a")).hasContent("jello");
    }

    @Test
    void anotherWritersFileThatIsToStayIsKeptAndNotRefused() throws Exception {
        Files.createDirectory(target());
        SinkFilesByHand.put(target().resolve("a"), "old");
        CopyRules usual = CopyRules.USUAL;
        sink = SinkFilesByHand.ofTree(
                target(),
                new Keeping("a"),
                new CopyRules(usual.links(), usual.filter(), CopyRules.Overwrite.NEVER, "", usual.extras()));
        sink.list(directory(""), file("a", 5), file("b", 1));
        Message.Unwritable kept = sink.heard(Message.Unwritable.class);
        assertThat(kept.entry()).isEqualTo(1);
        assertThat(kept.isKept()).isTrue();
        assertThat(target().resolve("a")).hasContent("old");
    }

    @Test
    void aLinkNeverTakesADirectorysPlace() throws Exception {
        Files.createDirectories(target().resolve("link"));
        ofTree();
        sink.list(directory(""), file("a", 1));
        sink.examine(() -> sink.files.links(List.of(new Message.Link("link", "a", nanos(SinkFilesByHand.MODIFIED)))));
        deliver(1, "a");
        sink.sourceIsThrough();
        assertThat(sink.heard(Message.Unsendable.class).missing().path()).isEqualTo("link");
        sink.heard(Message.Done.class);
        assertThat(target().resolve("link")).isDirectory();
    }

    @Test
    void whatIsListedTwiceOrOutOfItsPlaceIsRefused() throws Exception {
        ofTree();
        sink.list(directory(""), file("b", 1), file("a", 1));
        assertThat(sink.failure()).hasMessageContaining("entry 2 is listed twice, or not in its place");
    }

    @Test
    void nothingIsListedAfterTheEndOfTheList() throws Exception {
        ofFile();
        sink.list(file("", 1));
        sink.list(file("", 1));
        assertThat(sink.failure()).hasMessageContaining("more entries than announced or allowed");
    }

    @Test
    void aListOfNothingIsRefused() throws Exception {
        ofFile();
        sink.list();
        assertThat(sink.failure()).hasMessageContaining("a list of nothing");
    }

    @Test
    void noNameLeadsOutOfTheTree() throws Exception {
        ofTree();
        sink.list(directory(""), file("../a", 1));
        assertThat(sink.failure().reason()).isEqualTo(Reason.UNSAFE);
    }

    @Test
    void noFileOfOurOwnIsTakenForASources() throws Exception {
        ofTree();
        sink.list(directory(""), file(".waybill-tree", 1));
        assertThat(sink.failure().reason()).isEqualTo(Reason.UNSAFE);
    }

    @Test
    void aBlockIsOfAFileThatWasListed() throws Exception {
        ofTree();
        sink.list(directory(""), file("a", 1));
        for (int entry : new int[] {-1, 0, 2}) {
            assertThatThrownBy(() -> sink.write(entry, 0, bytes("a")))
                    .isInstanceOf(WireException.class)
                    .hasMessage("it speaks of entry " + entry + ", which is no file that was asked for");
        }
    }

    @Test
    void aSmallFileComesInOnePieceAndALargeOneWithinItsSize() throws Exception {
        ofTree();
        sink.list(directory(""), file("a", 2), file("b", RecordFormat.MAX_CONTENT + 1));
        assertThatThrownBy(() -> sink.write(1, 1, bytes("a"))).hasMessage("a small file in pieces");
        assertThatThrownBy(() -> sink.write(2, RecordFormat.MAX_CONTENT, bytes("ab")))
                .isInstanceOf(WireException.class)
                .hasMessage("a block beyond a file's end");
    }

    @Test
    void aDigestIsSaidOnce() throws Exception {
        ofFile();
        sink.list(file("", 1));
        sink.digest(0, bytes("a"));
        sink.digest(0, bytes("a"));
        assertThat(sink.failure()).hasMessageContaining("it says twice what the SHA-256 of entry 0 is");
    }
}
