package org.waybill.engine.session.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.waybill.engine.session.sink.SinkFilesByHand.bytes;
import static org.waybill.engine.session.sink.SinkFilesByHand.directory;
import static org.waybill.engine.session.sink.SinkFilesByHand.file;
import static org.waybill.engine.session.sink.SinkFilesByHand.nanos;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.engine.CopyRules;
import org.waybill.engine.CopyRules.Extra;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.Sha256;
import org.waybill.engine.TransferException;
import org.waybill.engine.attributes.FileAttributes;
import org.waybill.engine.attributes.LocalAttributes;
import org.waybill.engine.session.SessionResult;
import org.waybill.engine.wire.Message;
import org.waybill.engine.wire.Message.RequestedEntries;
import org.waybill.engine.wire.RecordFormat;

/** Which files a receiver requests, and when they get their names. */
@Timeout(60)
class SinkFilesTest extends SinkFilesCase {
    @Test
    void whatIsNotThereIsRequestedWhole() throws Exception {
        ofTree();
        sink.list(directory(""), file("a", 3), file("b", 0));
        assertThat(sink.heardSoFar()).containsExactly(all(3));
    }

    @Test
    void aFileGetsItsNameWhenItsDigestAgreesAndNotBefore() throws Exception {
        ofFile();
        sink.list(file("", 5));
        sink.write(0, 0, bytes("hello"));
        assertThat(sink.heardSoFar()).as("its digest is not known").containsExactly(all(1));
        assertThat(target()).doesNotExist();
        sink.digest(0, bytes("hello"));
        assertThat(sink.heard(Message.Committed.class).entries()).containsExactly(0);
        assertThat(target()).hasContent("hello");
        assertThat(Files.getLastModifiedTime(target()).toInstant()).isEqualTo(SinkFilesByHand.MODIFIED);
    }

    @Test
    void aFileGetsThePermissionsThatItsSourceGotMeanwhileAndNoOthers() throws Exception {
        ofFile();
        sink.list(file("", 5));
        sink.write(0, 0, bytes("hello"));
        sink.examine(() -> sink.files.permissions(new Message.NewPermissions(0, 07500)));
        sink.digest(0, bytes("hello"));
        sink.heard(Message.Committed.class);
        assertThat(Files.getAttribute(target(), "unix:mode")).isEqualTo(0100500);
    }

    @Test
    void theDigestMayComeBeforeTheContent() throws Exception {
        ofFile();
        sink.list(file("", 5));
        sink.digest(0, bytes("hello"));
        assertThat(sink.heardSoFar()).containsExactly(all(1));
        sink.write(0, 0, bytes("hello"));
        sink.heard(Message.Committed.class);
        assertThat(target()).hasContent("hello");
    }

    @Test
    void whereNothingIsVerifiedAFileGetsItsNameWithItsLastByte() throws Exception {
        sink = SinkFilesByHand.ofFile(target(), false, CopyRules.USUAL);
        sink.list(file("", 5));
        sink.write(0, 0, bytes("hello"));
        sink.heard(Message.Committed.class);
        endOfAll();
        assertThat(sink.result().sha256()).isNull();
    }

    @Test
    void anEmptyFileNeedsNoBlock() throws Exception {
        ofFile();
        sink.list(file("", 0));
        sink.digest(0, new byte[0]);
        sink.heard(Message.Committed.class);
        assertThat(target()).isEmptyFile();
    }

    @Test
    void filesAreRequestedWhenTheirAttributesAreKnown() throws Exception {
        sink = SinkFilesByHand.ofTree(target(), CopyRules.USUAL.with(EnumSet.of(Extra.XATTRS)));
        sink.list(directory(""), file("a", 1), file("b", 1));
        assertThat(sink.heardSoFar()).as("their attributes are to come").isEmpty();
        FileAttributes of = new FileAttributes(-1, -1, Map.of("user.note", bytes("kept")));
        sink.attributes(new Message.Attributed(0, of), new Message.Attributed(2, of));
        assertThat(sink.heardSoFar()).containsExactly(all(3));
        deliver(1, "a");
        deliver(2, "b");
        endOfAll();
        Set<Extra> all = EnumSet.of(Extra.XATTRS);
        assertThat(LocalAttributes.read(target(), all).named()).containsOnlyKeys("user.note");
        assertThat(LocalAttributes.read(target().resolve("a"), all).named()).isEmpty();
        assertThat(LocalAttributes.read(target().resolve("b"), all).named()).containsOnlyKeys("user.note");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatTheSourceCouldNotReadIsNotTakenFromDirectoriesThatAreThere(boolean read) throws Exception {
        Set<Extra> all = EnumSet.of(Extra.XATTRS);
        for (String name : List.of("listed", "nothing listed")) {
            Path there = Files.createDirectories(target().resolve(name));
            LocalAttributes.write(there, new FileAttributes(-1, -1, Map.of("user.old", bytes("x"))), all);
        }
        sink = SinkFilesByHand.ofTree(target(), CopyRules.USUAL.with(all));
        sink.list(directory(""), directory("listed"), directory("nothing listed"));
        if (!read) {
            sink.files.notRead(Extra.XATTRS);
        }
        sink.attributes(new Message.Attributed(1, new FileAttributes(-1, -1, Map.of("user.note", bytes("kept")))));
        endOfAll();
        assertThat(LocalAttributes.read(target().resolve("listed"), all).named())
                .containsOnlyKeys("user.note");
        assertThat(LocalAttributes.read(target().resolve("nothing listed"), all).named())
                .hasSize(read ? 0 : 1);
    }

    @Test
    void attributesOfAnEntryThatIsNotListedEndIt() throws Exception {
        sink = SinkFilesByHand.ofTree(target(), CopyRules.USUAL.with(EnumSet.of(Extra.XATTRS)));
        sink.list(directory(""), file("a", 1));
        sink.attributes(new Message.Attributed(2, FileAttributes.NONE));
        assertThat(sink.failure().reason()).isEqualTo(Reason.LIMIT);
    }

    @Test
    void allIsDoneWhenAllHaveTheirNamesAndTheSourceIsThrough() throws Exception {
        ofTree();
        sink.list(directory(""), file("a", 1), file("b", 1));
        deliver(1, "a");
        sink.sourceIsThrough();
        assertThat(sink.heardSoFar()).as("b is to come").isEmpty();
        deliver(2, "b");
        sink.heard(Message.Done.class);
        SessionResult result = sink.result();
        assertThat(result.files()).isEqualTo(2);
        assertThat(result.bytes()).isEqualTo(2);
        assertThat(result.firstFailure()).isNull();
        assertThat(target().resolve("a")).hasContent("a");
        try (Stream<Path> left = Files.list(target())) {
            assertThat(left).as("the mark of an unfinished tree is gone").hasSize(2);
        }
    }

    @Test
    void nothingIsDoneBeforeTheSourceHasSaidAllItHasToSay() throws Exception {
        ofFile();
        sink.list(file("", 1));
        deliver(0, "a");
        assertThat(sink.heardSoFar()).isEmpty();
        endOfAll();
    }

    @Test
    void theDigestOfATreeIsThatOfItsLinesAndOfAFileItsOwn() throws Exception {
        ofTree();
        sink.list(directory(""), file("a", 1), file("b", 1));
        deliver(1, "a");
        deliver(2, "b");
        endOfAll();
        String lines = Sha256.hex(Sha256.of(bytes("a"))) + "  a\n" + Sha256.hex(Sha256.of(bytes("b"))) + "  b\n";
        assertThat(sink.result().sha256()).isEqualTo(Sha256.hex(Sha256.of(bytes(lines))));
    }

    @Test
    void whatArrivedOtherwiseThanItsDigestSaysIsSentAgain() throws Exception {
        ofFile();
        sink.list(file("", 5));
        sink.write(0, 0, bytes("hellO"));
        sink.digest(0, bytes("hello"));
        assertThat(sink.heard(Message.ResendFile.class).entry()).isZero();
        deliver(0, "hello");
        assertThat(target()).hasContent("hello");
        assertThat(sink.events).contains("VERIFY_AGAIN: target is sent again: SHA-256 differs");
    }

    @Test
    void whatArrivesWrongTwiceEndsASingleFile() throws Exception {
        ofFile();
        sink.list(file("", 5));
        for (int i = 0; i < 2; i++) {
            sink.write(0, 0, bytes("hellO"));
            sink.digest(0, bytes("hello"));
        }
        assertThat(sink.failure().reason()).isEqualTo(Reason.VERIFICATION_FAILED);
        assertThat(sink.failure()).hasMessageContaining("\"target\" arrived twice with another SHA-256");
        assertThat(target()).doesNotExist();
    }

    @Test
    void whatArrivesWrongTwiceInATreeIsNamedAndTheRestGetsItsNames() throws Exception {
        ofTree();
        sink.list(directory(""), file("a", 1), file("b", 1));
        for (int i = 0; i < 2; i++) {
            sink.write(1, 0, bytes("A"));
            sink.digest(1, bytes("a"));
        }
        Message.Unwritable named = sink.heard(Message.Unwritable.class);
        assertThat(named.entry()).isEqualTo(1);
        assertThat(named.reason()).isEqualTo(Reason.VERIFICATION_FAILED);
        deliver(2, "b");
        endOfAll();
        SessionResult result = sink.result();
        assertThat(result.files()).isEqualTo(1);
        assertThat(result.notTransferred()).extracting(NotTransferred::path).containsExactly("a");
        assertThatThrownBy(result::orRefused)
                .isInstanceOfSatisfying(
                        TransferException.class, e -> assertThat(e.reason()).isEqualTo(Reason.VERIFICATION_FAILED));
    }

    @Test
    void aSourceThatKnowsNoSingleFailuresIsLeftAtTheFirst() throws Exception {
        ofTree();
        sink.hearsOfOne = false;
        Files.createDirectories(target().resolve("a"));
        sink.list(directory(""), file("a", 1), file("b", 1));
        assertThat(sink.failure().reason()).isEqualTo(Reason.BAD_INPUT);
    }

    @Test
    void aLargeFileThatFindsNoPlaceWaitsUntilOneIsFree() throws Exception {
        int size = RecordFormat.MAX_CONTENT + 1;
        ofTree();
        List<Message.Entry> entries = new ArrayList<>(List.of(directory("")));
        for (int i = 0; i <= PLACES; i++) {
            entries.add(file("f" + (100 + i), size));
        }
        sink.list(entries.toArray(new Message.Entry[0]));
        assertThat(sink.heardSoFar()).as("the last one waits").containsExactly(all(1 + PLACES));
        byte[] content = new byte[size];
        sink.write(1, 0, Arrays.copyOf(content, RecordFormat.MAX_CONTENT));
        sink.write(1, RecordFormat.MAX_CONTENT, new byte[1]);
        sink.digest(1, content);
        assertThat(sink.heard(RequestedEntries.class)).isEqualTo(all(2 + PLACES));
    }

    @Test
    void whatLiesBelowWhatIsNoDirectoryIsNamedAndTheRestIsTaken() throws Exception {
        Files.createDirectory(target());
        Files.writeString(target().resolve("d"), "a file");
        ofTree();
        sink.list(directory(""), file("a", 1), directory("d"), file("d/b", 1));
        assertThat(sink.heard(Message.Unwritable.class).entry()).isEqualTo(2);
        assertThat(sink.heard(Message.Unwritable.class).entry()).isEqualTo(3);
        deliver(1, "a");
        endOfAll();
        assertThat(sink.result().notTransferred())
                .extracting(NotTransferred::path)
                .containsExactly("d", "d/b");
        assertThat(target().resolve("d")).hasContent("a file");
    }

    @Test
    void whatTheSourceTakesBackIsNamedAndNotWaitedFor() throws Exception {
        ofTree();
        sink.list(directory(""), file("a", 1), file("b", 1));
        deliver(2, "b");
        sink.sourceIsThrough();
        sink.examine(() -> sink.files.unsendable(new Message.Unsendable(1, Reason.PERMISSION, "it may not be read")));
        sink.heard(Message.Done.class);
        assertThat(sink.result().files()).isEqualTo(1);
        assertThat(sink.result().notTransferred())
                .containsExactly(new NotTransferred("a", "PERMISSION", "it may not be read"));
    }

    @Test
    void linksAreMadeWhenAllFilesAreThere() throws Exception {
        ofTree();
        sink.list(directory(""), file("a", 1));
        sink.examine(() -> sink.files.links(List.of(new Message.Link("link", "a", nanos(SinkFilesByHand.MODIFIED)))));
        deliver(1, "a");
        assertThat(Files.exists(target().resolve("link"))).isFalse();
        endOfAll();
        assertThat(Files.readSymbolicLink(target().resolve("link"))).hasToString("a");
    }

    @Test
    void aFileWhoseDirectoryWasMovedAwayHasNotArrived() throws Exception {
        ofTree();
        sink.list(directory(""), directory("d"), file("d/a", 1));
        deliver(2, "a");
        Files.move(target().resolve("d"), directory.resolve("moved"));
        endOfAll();
        assertThat(sink.result().notTransferred())
                .extracting(NotTransferred::path)
                .containsExactlyInAnyOrder("d", "d/a");
        assertThat(sink.result().files()).isZero();
    }

    @Test
    void blocksThatAreWaitedForHaveRoomHoweverManyFilesWaitForTheirs() throws Exception {
        ofTree();
        byte[] content = new byte[RecordFormat.MAX_CONTENT + 1];
        sink.list(Stream.concat(
                        Stream.of(directory("")),
                        IntStream.rangeClosed(1, PLACES).mapToObj(number -> file("f" + (100 + number), content.length)))
                .toArray(Message.Entry[]::new));
        for (int number = 1; number <= PLACES; number++) {
            sink.write(number, RecordFormat.MAX_CONTENT, new byte[1]);
        }
        for (int number = 1; number <= PLACES; number++) {
            sink.write(number, 0, new byte[RecordFormat.MAX_CONTENT]);
            sink.digest(number, content);
        }
        endOfAll();
        assertThat(sink.result().files()).isEqualTo(PLACES);
    }

    @Test
    void blocksThatCameBeforeCountAsRepeated() throws Exception {
        ofFile();
        sink.list(file("", 2));
        sink.write(0, 0, bytes("ab"));
        sink.write(0, 0, bytes("ab"));
        sink.digest(0, bytes("ab"));
        sink.heard(Message.Committed.class);
        endOfAll();
        assertThat(sink.result().resentBytes()).isEqualTo(2);
    }

    @Test
    void aSessionThatEndsNamesWhatOfATreeIsNotThere() throws Exception {
        ofTree();
        sink.list(directory(""), file("a", 1), file("b", 1));
        deliver(1, "a");
        TransferException named = sink.files.named(new TransferException(Reason.CONNECTION_LOST, "it broke"));
        assertThat(named.notTransferred()).extracting(NotTransferred::path).containsExactly("b");
    }
}
