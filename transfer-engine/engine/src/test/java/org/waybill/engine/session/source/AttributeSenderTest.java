package org.waybill.engine.session.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.waybill.engine.CopyRules;
import org.waybill.engine.CopyRules.Extra;
import org.waybill.engine.Reason;
import org.waybill.engine.wire.Message;

/** What of owners and attributes goes with the list. */
@Timeout(60)
class AttributeSenderTest extends SourceCase {
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
        Path gone = Files.createDirectory(directory.resolve("source/gone"));
        source = SourceByHand.unstarted(
                directory.resolve("source"), CopyRules.USUAL.with(EnumSet.of(Extra.XATTRS)), Message.Attributes.SINCE);
        source.whenListed(_ -> Files.delete(gone));
        source.session.start();
        assertThat(source.heardThrough(Message.Attributes.class))
                .extracting(Object::getClass)
                .containsSubsequence(Message.Manifest.class, Message.NotKept.class, Message.Attributes.class);
        assertThat(source.events)
                .containsExactly("XATTRS_NOT_KEPT: extended attributes are not kept: gone: no such file (--xattrs)");
    }
}
