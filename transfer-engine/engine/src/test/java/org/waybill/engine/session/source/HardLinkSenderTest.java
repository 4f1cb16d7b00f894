package org.waybill.engine.session.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.waybill.engine.CopyRules;
import org.waybill.engine.CopyRules.Extra;
import org.waybill.engine.Reason;
import org.waybill.engine.session.source.SourceByHand.DataStream;
import org.waybill.engine.session.source.SourceByHand.Part;
import org.waybill.engine.wire.Message;
import org.waybill.engine.wire.Message.HardLink;

/** What a source says of files of several names, and what it sends of them. */
@Timeout(60)
class HardLinkSenderTest extends SourceCase {
    private static final CopyRules HARD_LINKS = CopyRules.USUAL.with(EnumSet.of(Extra.HARD_LINKS));

    @BeforeEach
    void twoNamesOfOneFile() throws Exception {
        put("source/a", "a".repeat(70_000));
        Files.createLink(directory.resolve("source/b"), directory.resolve("source/a"));
        put("source/c", "one");
        put("elsewhere", "two");
        Files.createLink(directory.resolve("source/d"), directory.resolve("elsewhere"));
    }

    private SourceByHand of(CopyRules rules) throws Exception {
        return SourceByHand.of(directory.resolve("source"), true, rules, Message.HardLinks.SINCE);
    }

    /** Everything is asked for, and the source has said what it sends. */
    private DataStream allRequested() throws Exception {
        source = of(HARD_LINKS);
        source.heard(Message.Manifest.class);
        DataStream stream = source.attach(0);
        ready();
        source.says(all(5));
        source.heard(Message.Summary.class);
        return stream;
    }

    @Test
    void namesOfOneFileAreNamedBeforeTheyAreListed() throws Exception {
        source = of(HARD_LINKS);
        List<Message> said = source.heardThrough(Message.Manifest.class);
        assertThat(said).hasSize(2);
        List<HardLink> links = ((Message.HardLinks) said.getFirst()).entries();
        assertThat(links).extracting(HardLink::entry).containsExactly(1, 2, 4);
        assertThat(links.get(0).file())
                .isEqualTo(links.get(1).file())
                .isNotEqualTo(links.get(2).file());
    }

    @Test
    void noneAreNamedWhereNoneAreKept() throws Exception {
        source = of(CopyRules.USUAL);
        assertThat(source.heardThrough(Message.Manifest.class)).hasSize(1);
        assertThat(source.session.progress().totalFiles()).isEqualTo(4);
    }

    @Test
    void aFurtherNameIsNotSentAndCountsForNothing() throws Exception {
        DataStream stream = allRequested();
        assertThat(source.parts(0, stream, 70_000 + 3 + 3))
                .extracting(Part::entry)
                .containsExactly(1, 3, 4);
        assertThat(source.session.progress().totalBytes()).isEqualTo(70_006);
        source.says(acknowledged(0));
        source.says(committed(1, 2, 3, 4));
        source.says(new Message.Done());
        source.awaitSuccess();
        assertThat(source.session.result().files()).isEqualTo(4);
        assertThat(source.session.result().linkedFiles()).isEqualTo(1);
    }

    @Test
    void aSinkThatLacksAFurtherNameIsNotDone() throws Exception {
        allRequested();
        source.says(committed(1, 3, 4));
        source.says(new Message.Done());
        assertThat(source.failure()).hasMessageContaining("3 of 4");
    }

    @Test
    void aFurtherNameIsSentOnRequest() throws Exception {
        DataStream stream = allRequested();
        source.says(new Message.ResendFile(2));
        assertThat(source.heard(Message.Digests.class).digests())
                .extracting(Message.Digest::entry)
                .contains(2);
        assertThat(source.session.progress().totalBytes()).isEqualTo(140_006);
        assertThat(source.session.progress().totalFiles()).isEqualTo(4);
        source.says(committed(1, 2, 3, 4));
        source.says(new Message.Done());
        source.awaitSuccess();
        assertThat(source.session.result().linkedFiles()).isZero();
        assertThat(source.session.result().files()).isEqualTo(4);
        stream.close();
    }

    @Test
    void aNameThatIsAnotherFilesByNowIsTakenBack() throws Exception {
        source = of(HARD_LINKS);
        source.heard(Message.Manifest.class);
        Files.delete(directory.resolve("source/b"));
        Files.copy(directory.resolve("source/a"), directory.resolve("source/b"), StandardCopyOption.COPY_ATTRIBUTES);
        source.attach(0);
        ready();
        source.says(all(5));
        Message.Unsendable taken = source.heard(Message.Unsendable.class);
        assertThat(taken.entry()).isEqualTo(2);
        assertThat(taken.reason()).isEqualTo(Reason.SOURCE_CHANGED);
    }

    /** It is still a name of what was read. */
    @Test
    void aNameThatIsTheLastOneByNowIsNotTakenBack() throws Exception {
        source = of(HARD_LINKS);
        source.heard(Message.Manifest.class);
        source.attach(0);
        ready();
        source.says(all(2));
        source.heard(Message.Digests.class);
        Files.delete(directory.resolve("source/a"));
        source.says(all(5));
        assertThat(source.heardThrough(Message.Summary.class)).noneMatch(Message.Unsendable.class::isInstance);
    }
}
