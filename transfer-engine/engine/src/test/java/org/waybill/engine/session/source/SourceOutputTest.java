package org.waybill.engine.session.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.waybill.engine.CopyRules;
import org.waybill.engine.Sha256;
import org.waybill.engine.session.source.SourceByHand.DataStream;
import org.waybill.engine.session.source.SourceByHand.Part;
import org.waybill.engine.wire.Message;
import org.waybill.engine.wire.Message.Range;
import org.waybill.engine.wire.Message.ReceivedRanges;

/** What a source sends, over which connection, and what with it. */
@Timeout(60)
class SourceOutputTest extends SourceCase {
    private static List<Part> parts(Message inline) throws Exception {
        byte[] block = ((Message.InlineBlock) inline).payload();
        return SourceByHand.parts(block, block.length);
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

    /** Whose summary comes when all is read: the digest of a large file waits until that is sent. */
    private DataStream unverified() throws Exception {
        source = SourceByHand.of(large("source"), false, CopyRules.USUAL, Message.Links.SINCE);
        source.heard(Message.Manifest.class);
        return source.attach(0);
    }

    @Test
    void nothingIsSentBeforeTheSinkHasSaidHowMuchMayBeOnItsWay() throws Exception {
        DataStream stream = unverified();
        source.says(all(1));
        source.heard(Message.Summary.class);
        assertThat(stream.bytes()).as("all is read, and nothing may go").isEmpty();
        ready();
        source.parts(0, stream, BLOCK);
    }

    @Test
    void noMoreIsOnItsWayThanTheWindowAllows() throws Exception {
        DataStream stream = unverified();
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
        DataStream stream = sending(new ReceivedRanges(0, false, List.of(new Range(0, BLOCK))));
        assertThat(source.parts(0, stream, 10)).containsExactly(new Part(0, 0, BLOCK, "b".repeat(10)));
        assertThat(digest(source.heard(Message.Digests.class)))
                .isEqualTo(Sha256.of(Files.readAllBytes(directory.resolve("source"))));
        assertThat(source.session.progress().bytesDone()).isEqualTo(BLOCK);
    }

    @Test
    void whatTheSinkHasWholeIsReadForItsDigestAlone() throws Exception {
        DataStream stream = sending(new ReceivedRanges(0, true, List.of()));
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
}
