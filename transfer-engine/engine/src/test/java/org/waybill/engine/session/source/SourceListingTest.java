package org.waybill.engine.session.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.waybill.engine.CopyRules;
import org.waybill.engine.Reason;
import org.waybill.engine.session.source.SourceByHand.DataStream;
import org.waybill.engine.session.source.SourceByHand.Part;
import org.waybill.engine.wire.Message;

/** What a source lists, of what kind, and what it takes back. */
@Timeout(60)
class SourceListingTest extends SourceCase {
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
    void whatTheSinkCannotWriteIsNotReportedBackToIt() throws Exception {
        put("source/a", "one");
        put("source/b", "two");
        source = SourceByHand.unstarted(directory.resolve("source"));
        source.whenListed(_ -> source.says(new Message.Unwritable(1, Reason.BAD_INPUT, "a directory is there")));
        source.session.start();
        source.heard(Message.Manifest.class);
        source.attach(0);
        ready();
        source.says(all(3));
        assertThat(source.heardThrough(Message.Summary.class)).noneMatch(Message.Unsendable.class::isInstance);
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
}
