package org.waybill.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.engine.filter.ChosenPaths;
import org.waybill.engine.filter.EntryFilter;
import org.waybill.engine.filter.FilterRule;
import org.waybill.engine.wire.Message;
import org.waybill.engine.wire.MessageCodec;

class CopyRulesTextTest {
    @Test
    void aNodeReadsWhatTheClientMeant() throws Exception {
        List<FilterRule> rules = new ArrayList<>();
        FilterRule.add(rules, "+ a\nb", FilterRule.Kind.RULE);
        FilterRule.add(rules, "- *", FilterRule.Kind.RULE);
        CopyRules all = CopyRules.USUAL.with(
                new EntryFilter(rules, 5, 6, Instant.EPOCH, Instant.MAX, ChosenPaths.of(List.of("x y", "new\nline"))));
        List<String> words = CopyRulesText.words(all);

        assertThat(CopyRulesText.words(CopyRulesText.parse(words)))
                .isEqualTo(words)
                .hasSize(9);
        assertThat(CopyRulesText.words(CopyRules.USUAL)).isEmpty();
        assertThat(CopyRulesText.words(all.ofTarget())).isEmpty();
    }

    /** A rule that has no option is not refused where it cannot be obeyed; one that has no word is lost on the way. */
    @Test
    void eachRuleHasItsWordForNodesAndItsOptionInMessages() throws Exception {
        CopyRules usual = CopyRules.USUAL;
        Map<String, CopyRules> changed = Map.of(
                "links",
                usual.with(CopyRules.Links.KEEP),
                "filter",
                usual.with(new EntryFilter(List.of(), 5, Long.MAX_VALUE, null, null, null)),
                "overwrite",
                new CopyRules(usual.links(), usual.filter(), CopyRules.Overwrite.NEVER, "", Set.of()),
                "backupDirectory",
                new CopyRules(usual.links(), usual.filter(), usual.overwrite(), "old", Set.of()),
                "extras",
                usual.with(EnumSet.allOf(CopyRules.Extra.class)));
        assertThat(changed.keySet())
                .as("rules that differ from the usual in one component")
                .containsExactlyInAnyOrderElementsOf(Stream.of(CopyRules.class.getRecordComponents())
                        .map(RecordComponent::getName)
                        .toList());
        assertThat(usual.options()).isEmpty();
        changed.forEach((name, rules) -> assertThat(rules.options()).as(name).isNotEmpty());
        for (CopyRules rules : changed.values()) {
            assertThat(CopyRulesText.words(rules)).isNotEmpty();
            assertThat(CopyRulesText.parse(CopyRulesText.words(rules))).isEqualTo(rules);
        }
        assertThat(changed.get("extras").options())
                .containsExactly("--sparse", "--hard-links", "--owner", "--xattrs", "--acls");
    }

    @Test
    void theReceivingNodeHearsWhatIsKeptBeyondTheUsual() throws Exception {
        CopyRules sparse = CopyRules.USUAL.with(EnumSet.of(CopyRules.Extra.HOLES));
        CopyRules all = CopyRules.USUAL.with(EnumSet.allOf(CopyRules.Extra.class));
        assertThat(CopyRulesText.words(all.ofTarget()))
                .containsExactly("keep HOLES", "keep HARD_LINKS", "keep OWNERS", "keep XATTRS", "keep ACLS");
        assertThat(CopyRulesText.words(all.ofSource()))
                .as("a source reads holes as zeros")
                .containsExactly("keep HARD_LINKS", "keep OWNERS", "keep XATTRS", "keep ACLS");
        assertThat(CopyRulesText.ofSendingOn(all)).isEmpty();
        assertThat(CopyRulesText.words(sparse.ofTarget())).containsExactly("keep HOLES");
        assertThat(CopyRulesText.words(sparse.ofSource())).isEmpty();
        assertThat(CopyRulesText.parse(List.of("keep HOLES"))).isEqualTo(sparse);
        assertThat(sparse.with(EntryFilter.ALL).with(CopyRules.Links.KEEP).keeps(CopyRules.Extra.HOLES))
                .isTrue();
    }

    @Test
    void aNodeThatSendsOnWithoutRulesRefusesThem() throws Exception {
        List<FilterRule> rules = new ArrayList<>();
        FilterRule.add(rules, "- *.tmp", FilterRule.Kind.RULE);
        CopyRules some = CopyRules.USUAL.with(new EntryFilter(rules, 0, Long.MAX_VALUE, null, null, null));
        assertThat(CopyRulesText.ofSendingOn(some)).containsExactly("of sending-on", "rule - *.tmp");
        assertThat(CopyRulesText.words(CopyRulesText.parse(CopyRulesText.ofSendingOn(some))))
                .isEqualTo(CopyRulesText.words(some));
        assertThat(CopyRulesText.ofSendingOn(CopyRules.USUAL)).isEmpty();
    }

    @Test
    void anEmptyListChoosesNothing() throws Exception {
        CopyRules none = CopyRules.USUAL.with(
                new EntryFilter(List.of(), 0, Long.MAX_VALUE, null, null, ChosenPaths.of(List.of())));
        assertThat(CopyRulesText.parse(CopyRulesText.words(none)).filter().mayAccept("a"))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "nothing",
                "links",
                "links ",
                "links SIDEWAYS",
                "overwrite x",
                "keep x",
                "of x",
                "least-bytes x",
                "not-before yesterday",
                "rule *",
                "rule - a[",
                "path x",
                "path ../x",
                "colour blue",
                "most-bytes 1e9"
            })
    void aNodeRefusesWhatItDoesNotKnow(String word) {
        assertThatThrownBy(() -> CopyRulesText.parse(word.contains("..") ? List.of("chosen ", word) : List.of(word)))
                .isInstanceOfSatisfying(
                        TransferException.class, e -> assertThat(e.reason()).isEqualTo(Reason.BAD_INPUT));
    }

    @Test
    void aHundredThousandPathsGoInPartsThatFitAFrame() {
        List<String> words = IntStream.range(0, 100_000)
                .mapToObj(i -> "path directory/file-" + i)
                .toList();
        List<Message.Rules> parts = Message.Rules.of(words);
        assertThat(parts.stream().flatMap(part -> part.words().stream())).containsExactlyElementsOf(words);
        assertThat(parts.subList(0, parts.size() - 1)).noneMatch(Message.Rules::last);
        assertThat(parts.getLast().last()).isTrue();
        assertThat(parts)
                .allSatisfy(part -> assertThat(MessageCodec.encode(part).length).isLessThan(1 << 20));
    }
}
