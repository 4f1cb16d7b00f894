package org.waybill.engine.session.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.waybill.engine.CopyRules;
import org.waybill.engine.CopyRules.Overwrite;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.Sha256;
import org.waybill.engine.TransferException;
import org.waybill.engine.filter.EntryFilter;
import org.waybill.engine.session.SessionResult;
import org.waybill.engine.wire.Message;
import org.waybill.engine.wire.Message.Span;

/** When a source is done, what its result is, and which words of a sink on that it takes. */
@Timeout(60)
class SourceProgressTest extends SourceCase {
    /** A tree of small files that the sink has heard all of. */
    private void listed(String... names) throws Exception {
        for (String name : names) {
            put("source/" + name, "content");
        }
        source = SourceByHand.of(directory.resolve("source"));
        source.heard(Message.Summary.class);
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
        listed("a", "b");
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
        listed("a");
        for (int entry : new int[] {0, 2}) {
            assertThatThrownBy(() -> source.session.receive(committed(entry)))
                    .hasMessage("it has entry " + entry + ", which is no file that was listed");
        }
    }

    @Test
    void aFileThatTheSinkCannotWriteIsNamedAndTheRestIsDone() throws Exception {
        listed("a", "b");
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
        listed("a");
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
    void aSessionThatEndsNamesWhatOfATreeIsNotThere() throws Exception {
        listed("a", "b");
        source.says(committed(1));
        TransferException named = source.session.named(new TransferException(Reason.CONNECTION_LOST, "it broke"));
        assertThat(named.notTransferred()).extracting(NotTransferred::path).containsExactly("b");
    }
}
