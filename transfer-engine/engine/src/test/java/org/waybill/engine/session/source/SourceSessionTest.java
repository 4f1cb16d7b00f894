package org.waybill.engine.session.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.CopyRules;
import org.waybill.engine.CopyRules.Extra;
import org.waybill.engine.CopyRules.Overwrite;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.filter.EntryFilter;
import org.waybill.engine.session.SessionResult;
import org.waybill.engine.session.source.SourceByHand.DataStream;
import org.waybill.engine.session.source.SourceByHand.Part;
import org.waybill.engine.session.streams.TransferSide;
import org.waybill.engine.storage.PartialFile;
import org.waybill.engine.storage.Sha256;
import org.waybill.engine.wire.Message;
import org.waybill.engine.wire.Message.Range;
import org.waybill.engine.wire.Message.ReceivedRanges;
import org.waybill.engine.wire.Message.RequestedEntries;
import org.waybill.engine.wire.Message.Span;

/** What a source says and sends, and what of a sink's words it takes: one rule a test. */
@Timeout(60)
class SourceSessionTest {
    /** Two blocks, of which nothing travels on the control connection. */
    private static final int BLOCK = PartialFile.BLOCK_BYTES;

    private static final long WINDOW = 1 << 30;

    @TempDir
    private Path directory;

    private SourceByHand source;

    @AfterEach
    void close() {
        source.close();
    }

    private Path put(String name, String content) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, content);
    }

    /** A file of two blocks, the second one not full. */
    private Path large(String name) throws IOException {
        return put(name, "a".repeat(BLOCK) + "b".repeat(10));
    }

    private void ready() {
        source.says(new Message.Ready(new byte[16], WINDOW));
    }

    private static RequestedEntries all(int upTo, ReceivedRanges... exceptions) {
        return new RequestedEntries(upTo, List.of(exceptions));
    }

    private static Message committed(int... entries) {
        return new Message.Committed(Arrays.stream(entries).boxed().toList());
    }

    private static Message acknowledged(long block) {
        return new Message.Ack(List.of(new Span(block, block)));
    }

    private static List<Part> parts(Message inline) throws Exception {
        byte[] block = ((Message.InlineBlock) inline).payload();
        return SourceByHand.parts(block, block.length);
    }

    private static byte[] digest(Message digests) {
        return ((Message.Digests) digests).digests().getFirst().sha256();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Of a large file, on a data connection that is open. */
    private DataStream sending() throws Exception {
        source = SourceByHand.of(large("source"));
        source.heard(Message.Manifest.class);
        DataStream stream = source.attach(0);
        ready();
        source.says(all(1));
        return stream;
    }

    @Test
    void theSinkHearsOfPermissionsThatAFileGotUntilItWasSent() throws Exception {
        for (int version : new int[] {Message.NewPermissions.SINCE, Message.NewPermissions.SINCE - 1}) {
            Path file = large("source" + version);
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
            source = SourceByHand.of(file, true, CopyRules.USUAL, version);
            assertThat(source.heard(Message.Manifest.class).entries().getFirst().permissions())
                    .isEqualTo(0644);
            ready();
            source.says(all(1));
            // before it is read or after: not before it is sent
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r-----"));
            source.attach(0);
            List<Message> heard = source.heardThrough(Message.Digests.class);
            assertThat(heard.contains(new Message.NewPermissions(0, 0440)))
                    .as("version " + version)
                    .isEqualTo(version == Message.NewPermissions.SINCE);
            source.close();
        }
    }

    @Test
    void aSmallFileTravelsOnTheControlConnectionWithoutBeingAskedFor() throws Exception {
        source = SourceByHand.of(put("source", "hello"));
        Message.Manifest manifest = source.heard(Message.Manifest.class);
        assertThat(manifest.last()).isTrue();
        assertThat(manifest.entries()).extracting(Message.Entry::sizeBytes).containsExactly(5L);
        List<Message> heard = source.heardThrough(Message.Summary.class);
        assertThat(heard)
                .filteredOn(Message.InlineBlock.class::isInstance)
                .singleElement()
                .satisfies(message -> assertThat(parts(message)).containsExactly(new Part(0, 0, 0, "hello")));
        assertThat(heard)
                .filteredOn(Message.Digests.class::isInstance)
                .singleElement()
                .satisfies(message -> assertThat(digest(message)).isEqualTo(Sha256.of(bytes("hello"))));
    }

    @Test
    void theSmallFilesOfATreeTravelInOneBlock() throws Exception {
        put("source/a", "one");
        put("source/b/c", "two");
        source = SourceByHand.of(directory.resolve("source"));
        assertThat(parts(source.heard(Message.InlineBlock.class)))
                .containsExactly(new Part(0, 1, 0, "one"), new Part(0, 3, 0, "two"));
    }

    @Test
    void moreThanTheControlConnectionCarriesIsSentWhenItIsAskedFor() throws Exception {
        DataStream stream = sending();
        List<Part> parts = source.parts(0, stream, BLOCK);
        assertThat(parts.getFirst()).isEqualTo(new Part(0, 0, 0, "a".repeat(BLOCK)));
        source.heard(Message.Digests.class);
        assertThat(source.heardSoFar()).noneMatch(Message.InlineBlock.class::isInstance);
    }

    @Test
    void connectionsAreDialledOnceWhereTheDataNeedThem() throws Exception {
        List<String> dialled = new CopyOnWriteArrayList<>();
        source = SourceByHand.unstarted(put("source", "x".repeat((int) TransferSide.INLINE_BYTES + 1)));
        source.session.onDataNeeded(() -> dialled.add("now"));
        source.session.start();
        source.heard(Message.Manifest.class);
        ready();
        source.attach(0);
        source.says(all(1));
        source.heard(Message.Summary.class);
        assertThat(dialled).containsExactly("now");
    }

    /** Whose summary comes when all is read: the digest of a large file waits until that is sent. */
    private static SourceByHand unverified(Path file) throws Exception {
        return SourceByHand.of(file, false, CopyRules.USUAL, Message.Links.SINCE);
    }

    @Test
    void nothingIsSentBeforeTheSinkHasSaidHowMuchMayBeOnItsWay() throws Exception {
        source = unverified(large("source"));
        source.heard(Message.Manifest.class);
        DataStream stream = source.attach(0);
        source.says(all(1));
        source.heard(Message.Summary.class);
        assertThat(stream.bytes()).as("all is read, and nothing may go").isEmpty();
        ready();
        source.parts(0, stream, BLOCK);
    }

    @Test
    void noMoreIsOnItsWayThanTheWindowAllows() throws Exception {
        source = unverified(large("source"));
        source.heard(Message.Manifest.class);
        DataStream stream = source.attach(0);
        source.says(new Message.Ready(new byte[16], BLOCK));
        source.says(all(1));
        source.heard(Message.Summary.class);
        assertThat(source.parts(0, stream, BLOCK)).hasSize(1);
        assertThat(source.session.heldBytes(0)).isEqualTo(BLOCK);
        source.says(acknowledged(0));
        assertThat(source.session.deliveredBytes()).isEqualTo(BLOCK);
        assertThat(source.parts(0, stream, BLOCK, 10)).hasSize(2);
    }

    @Test
    void whatTheSinkHasIsReadForItsDigestAndNotSent() throws Exception {
        source = SourceByHand.of(large("source"));
        source.heard(Message.Manifest.class);
        DataStream stream = source.attach(0);
        ready();
        source.says(all(1, new ReceivedRanges(0, false, List.of(new Range(0, BLOCK)))));
        assertThat(source.parts(0, stream, 10)).containsExactly(new Part(0, 0, BLOCK, "b".repeat(10)));
        assertThat(digest(source.heard(Message.Digests.class)))
                .isEqualTo(Sha256.of(Files.readAllBytes(directory.resolve("source"))));
        assertThat(source.session.progress().bytesDone()).isEqualTo(BLOCK);
    }

    @Test
    void whatTheSinkHasWholeIsReadForItsDigestAlone() throws Exception {
        source = SourceByHand.of(large("source"));
        source.heard(Message.Manifest.class);
        DataStream stream = source.attach(0);
        ready();
        source.says(all(1, new ReceivedRanges(0, true, List.of())));
        source.heard(Message.Summary.class);
        assertThat(stream.bytes()).isEmpty();
        assertThat(source.session.result().resumedBytes()).isEqualTo(BLOCK + 10);
    }

    @Test
    void whereNothingIsVerifiedNoDigestIsSaid() throws Exception {
        source = SourceByHand.of(put("source", "hello"), false, CopyRules.USUAL, Message.Links.SINCE);
        source.heard(Message.InlineBlock.class);
        Message next = source.heard(Message.class);
        assertThat(next).isInstanceOf(Message.Summary.class);
        assertThat(source.session.result().sha256()).isNull();
    }

    @Test
    void aFileThatTheSinkWantsAgainIsSentAndDigestedAgain() throws Exception {
        DataStream stream = sending();
        source.heard(Message.Summary.class);
        source.says(new Message.ResendFile(0));
        List<Part> parts = source.parts(0, stream, BLOCK, 10, BLOCK);
        assertThat(parts.subList(0, 3))
                .extracting(Part::block, Part::offset)
                .containsExactly(tuple(0L, 0L), tuple(1L, (long) BLOCK), tuple(2L, 0L));
        source.heard(Message.Digests.class);
    }

    @Test
    void whatAStreamHeldThatTheSinkGivesUpGoesOverAnother() throws Exception {
        DataStream stream = sending();
        source.parts(0, stream, BLOCK, 10);
        source.says(acknowledged(1));
        DataStream other = source.attach(1);
        source.says(new Message.StopStream(0, true));
        assertThat(source.parts(1, other, BLOCK)).containsExactly(new Part(2, 0, 0, "a".repeat(BLOCK)));
        assertThat(source.session.result().resentBytes()).isEqualTo(BLOCK + source.session.heldBytes(1));
    }

    @Test
    void aStreamThatIsRetiredGetsNoMoreAndKeepsWhatItHas() throws Exception {
        source = SourceByHand.of(large("source"));
        source.heard(Message.Manifest.class);
        DataStream retired = source.attach(0);
        source.says(new Message.StopStream(0, false));
        DataStream other = source.attach(1);
        ready();
        source.says(all(1));
        source.parts(1, other, BLOCK);
        assertThat(source.parts(0, retired)).as("its end alone").isEmpty();
    }

    @Test
    void whatABrokenStreamHeldGoesOverAnother() throws Exception {
        source = SourceByHand.of(large("source"));
        source.heard(Message.Manifest.class);
        DataStream broken = source.attach(0);
        broken.cut();
        ready();
        source.says(all(1));
        broken.awaitFailure();
        DataStream other = source.attach(1);
        assertThat(source.parts(1, other, BLOCK, 10)).extracting(Part::offset).containsExactlyInAnyOrder(0L, (long)
                BLOCK);
    }

    @Test
    void itIsDoneWhenTheSinkHasAllAndSaysSo() throws Exception {
        source = SourceByHand.of(put("source", "hello"));
        source.heard(Message.Summary.class);
        source.says(new Message.Ack(List.of(new Span(0, 0))));
        source.says(committed(0));
        source.says(new Message.Summary("DISK", "the disk", 0));
        source.says(new Message.Done());
        source.awaitSuccess();
        SessionResult result = source.session.result();
        assertThat(result.files()).isEqualTo(1);
        assertThat(result.bytes()).isEqualTo(5);
        assertThat(result.sha256()).isEqualTo(Sha256.hex(Sha256.of(bytes("hello"))));
        assertThat(result.cause().code()).as("the sink's word counts").isEqualTo("DISK");
        assertThat(result.resentBytes()).isZero();
    }

    @Test
    void aSinkIsNotDoneWithLessThanAll() throws Exception {
        put("source/a", "one");
        put("source/b", "two");
        source = SourceByHand.of(directory.resolve("source"));
        source.heard(Message.Summary.class);
        source.says(committed(1));
        source.says(new Message.Done());
        assertThat(source.failure()).hasMessageContaining("it is done with 1 of 2 files");
    }

    @Test
    void aSinkIsNotDoneBeforeItHasAskedForAnything() throws Exception {
        source = SourceByHand.of(large("source"));
        source.heard(Message.Manifest.class);
        source.says(committed(0));
        source.says(new Message.Done());
        assertThat(source.failure().reason()).isEqualTo(Reason.LIMIT);
    }

    @Test
    void onlyFilesThatWereListedAreCommitted() throws Exception {
        put("source/a", "one");
        source = SourceByHand.of(directory.resolve("source"));
        source.heard(Message.Summary.class);
        for (int entry : new int[] {0, 2}) {
            assertThatThrownBy(() -> source.session.receive(committed(entry)))
                    .hasMessage("it has entry " + entry + ", which is no file that was listed");
        }
    }

    @Test
    void aFileThatTheSinkCannotWriteIsNamedAndTheRestIsDone() throws Exception {
        put("source/a", "one");
        put("source/b", "two");
        source = SourceByHand.of(directory.resolve("source"));
        source.heard(Message.Summary.class);
        source.says(new Message.Unwritable(1, Reason.PERMISSION, "permission denied"));
        source.says(committed(2));
        source.says(new Message.Done());
        source.awaitSuccess();
        SessionResult result = source.session.result();
        assertThat(result.files()).isEqualTo(1);
        assertThat(result.notTransferred()).containsExactly(new NotTransferred("a", "PERMISSION", "permission denied"));
        assertThatThrownBy(result::orRefused).hasMessage("permission denied");
    }

    @Test
    void aSinkKeepsNoFileWhereAllAreToBeReplaced() throws Exception {
        put("source/a", "one");
        source = SourceByHand.of(directory.resolve("source"));
        source.heard(Message.Summary.class);
        source.says(new Message.Unwritable(1, Reason.NOTHING_TO_DO, ""));
        assertThat(source.failure()).hasMessageContaining("it keeps entry 1, which was not requested");
    }

    @Test
    void aFileThatTheSinkKeepsAsItWasToldIsNoFailure() throws Exception {
        put("source/a", "one");
        CopyRules rules = new CopyRules(CopyRules.Links.AUTO, EntryFilter.ALL, Overwrite.NEVER, "", Set.of());
        source = SourceByHand.of(directory.resolve("source"), true, rules, Message.Links.SINCE);
        source.heard(Message.Summary.class);
        source.says(new Message.Unwritable(1, Reason.NOTHING_TO_DO, ""));
        source.says(new Message.Done());
        source.awaitSuccess();
        assertThat(source.session.result().notTransferred()).containsExactly(NotTransferred.kept("a"));
        assertThat(source.session.result().firstFailure()).isNull();
    }

    @Test
    void aFileOfATreeThatIsGoneIsTakenBackAndTheRestIsSent() throws Exception {
        large("source/a");
        put("source/b", "two");
        source = SourceByHand.of(directory.resolve("source"));
        source.heard(Message.Manifest.class);
        Files.delete(directory.resolve("source/a"));
        DataStream stream = source.attach(0);
        ready();
        source.says(all(3));
        Message.Unsendable taken = source.heard(Message.Unsendable.class);
        assertThat(taken.entry()).isEqualTo(1);
        assertThat(taken.reason()).isEqualTo(Reason.SOURCE_CHANGED);
        assertThat(source.parts(0, stream, 3)).containsExactly(new Part(0, 2, 0, "two"));
        assertThat(source.session.progress().totalFiles()).isEqualTo(1);
    }

    @Test
    void aSingleFileThatChangedEndsItAndTheSinkIsToldWhy() throws Exception {
        Path file = large("source");
        source = SourceByHand.of(file);
        source.heard(Message.Manifest.class);
        Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2001-02-03T04:05:06Z")));
        source.attach(0);
        ready();
        source.says(all(1));
        assertThat(source.heard(Message.Failure.class).reason()).isEqualTo(Reason.SOURCE_CHANGED);
        assertThat(source.failure().reason()).isEqualTo(Reason.SOURCE_CHANGED);
    }

    @Test
    void whatTheSinkGivesUpForIsTheReasonAndIsNotToldBack() throws Exception {
        source = SourceByHand.of(large("source"));
        source.heard(Message.Manifest.class);
        source.says(new Message.Failure(Reason.DISK_FULL, "no space"));
        TransferException failure = source.failure();
        assertThat(failure.reason()).isEqualTo(Reason.DISK_FULL);
        assertThat(failure).hasMessage("no space");
        source.close();
        assertThat(source.heardSoFar()).noneMatch(Message.Failure.class::isInstance);
    }

    @Test
    void aSessionThatEndsNamesWhatOfATreeIsNotThere() throws Exception {
        put("source/a", "one");
        put("source/b", "two");
        source = SourceByHand.of(directory.resolve("source"));
        source.heard(Message.Summary.class);
        source.says(committed(1));
        TransferException named = source.session.named(new TransferException(Reason.CONNECTION_LOST, "it broke"));
        assertThat(named.notTransferred()).extracting(NotTransferred::path).containsExactly("b");
    }

    @Test
    void linksAreListedForASinkThatKeepsThem() throws Exception {
        put("source/a", "one");
        Files.createSymbolicLink(directory.resolve("source/link"), Path.of("a"));
        source = SourceByHand.of(directory.resolve("source"));
        assertThat(source.heard(Message.Manifest.class).entries())
                .extracting(Message.Entry::path)
                .containsExactly("", "a");
        assertThat(source.heard(Message.Links.class).links())
                .extracting(Message.Link::path, Message.Link::target)
                .containsExactly(tuple("link", "a"));
    }

    @Test
    void linksAreFollowedForAnOlderSinkAndThatIsSaid() throws Exception {
        put("source/a", "one");
        Files.createSymbolicLink(directory.resolve("source/link"), Path.of("a"));
        source = SourceByHand.of(directory.resolve("source"), true, CopyRules.USUAL, Message.Links.SINCE - 1);
        assertThat(source.heard(Message.Manifest.class).entries())
                .extracting(Message.Entry::path)
                .containsExactly("", "a", "link");
        assertThat(source.events)
                .containsExactly("LINKS_FOLLOWED: symbolic links inside the tree are followed: the sink runs an older"
                        + " Waybill, which does not support links");
    }

    @Test
    void attributesFollowTheListWhereTheyAreKept() throws Exception {
        Path file = put("source/a", "one");
        put("source/b", "two");
        Files.getFileAttributeView(file, UserDefinedFileAttributeView.class)
                .write("note", ByteBuffer.wrap("kept".getBytes(StandardCharsets.US_ASCII)));
        source = SourceByHand.of(
                directory.resolve("source"),
                true,
                CopyRules.USUAL.with(EnumSet.of(Extra.XATTRS)),
                Message.Attributes.SINCE);
        source.heard(Message.Manifest.class);
        Message.Attributes all = (Message.Attributes) source.heard(Message.class);
        assertThat(all.last()).isTrue();
        assertThat(all.entries()).extracting(Message.Attributed::entry).containsExactly(1);
        assertThat(all.entries().getFirst().of().named()).containsOnlyKeys("user.note");

        Message news = new Message.NotKept(Extra.XATTRS, "a: no space");
        source.says(news);
        assertThat(source.events)
                .containsExactly("XATTRS_NOT_KEPT: extended attributes are not kept: a: no space (--xattrs)");
        source.says(news);
        assertThat(source.failure().reason()).as("it says so twice").isEqualTo(Reason.LIMIT);
    }

    @Test
    void attributesThatCannotBeReadAreReportedBeforeThePartThatLacksThem() throws Exception {
        put("source/a", "one");
        source = SourceByHand.ofVanishing(
                directory.resolve("source"),
                Files.createDirectory(directory.resolve("source/gone")),
                CopyRules.USUAL.with(EnumSet.of(Extra.XATTRS)),
                Message.Attributes.SINCE);
        assertThat(source.heardThrough(Message.Attributes.class))
                .extracting(Object::getClass)
                .containsSubsequence(Message.Manifest.class, Message.NotKept.class, Message.Attributes.class);
        assertThat(source.events)
                .containsExactly("XATTRS_NOT_KEPT: extended attributes are not kept: gone: no such file (--xattrs)");
    }

    @Test
    void aStreamsNumberIsUsedOnce() throws Exception {
        source = SourceByHand.of(large("source"));
        source.attach(0);
        assertThatThrownBy(() -> source.attach(0)).hasMessage("data connection 0 is not wanted");
    }

    @Test
    void whatIsNotASinksToSayEndsIt() throws Exception {
        source = SourceByHand.of(large("source"));
        for (Message message : Set.of(
                new Message.Summary("", "", 0), new Message.Ready(new byte[16], 1), new Message.Ack(List.of()))) {
            source.session.receive(message);
        }
        source.says(new Message.Digests(List.of()));
        assertThat(source.failure().reason()).isEqualTo(Reason.LIMIT);
    }
}
