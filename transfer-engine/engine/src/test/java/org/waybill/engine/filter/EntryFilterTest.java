package org.waybill.engine.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EntryFilterTest {
    private static final Instant NOON = Instant.parse("2026-11-23T12:00:00Z");

    private static EntryFilter by(String... rules) throws BadFilterException {
        List<FilterRule> all = new ArrayList<>();
        for (String rule : rules) {
            FilterRule.add(all, rule, FilterRule.Kind.RULE);
        }
        return new EntryFilter(all, 0, Long.MAX_VALUE, null, null, null);
    }

    private static EntryFilter chosen(String... paths) throws BadFilterException {
        return new EntryFilter(List.of(), 0, Long.MAX_VALUE, null, null, ChosenPaths.of(List.of(paths)));
    }

    @Test
    void theFirstRuleThatFitsDecidesAndWhatNoneFitsIsCopied() throws Exception {
        EntryFilter filter = by("+ keep.tmp", "- *.tmp", "+ *.tmp");
        assertThat(filter.acceptsFile("a/keep.tmp", 1, NOON)).isTrue();
        assertThat(filter.acceptsFile("a/b.tmp", 1, NOON)).isFalse();
        assertThat(filter.acceptsFile("a/b.h5", 1, NOON)).isTrue();
        assertThat(EntryFilter.ALL.isAll()).isTrue();
        assertThat(filter.isAll()).isFalse();
    }

    @Test
    void anOptionSaysWhatItsPatternIsUnlessThePatternDoes() throws Exception {
        List<FilterRule> rules = new ArrayList<>();
        FilterRule.add(rules, "a", FilterRule.Kind.EXCLUDE);
        FilterRule.add(rules, "+ b", FilterRule.Kind.EXCLUDE);
        FilterRule.add(rules, "include", FilterRule.Kind.INCLUDE);
        assertThat(rules).extracting(FilterRule::toString).containsExactly("- a", "+ b", "+ include");
        FilterRule.add(rules, "!", FilterRule.Kind.EXCLUDE);
        assertThat(rules).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "*.tmp",
                "-*.tmp",
                "merge x",
                ": .rsync-filter",
                "H x",
                "- ",
                "+ a[b",
                "- [[:letter:]]",
                "- *\\",
                "- a\0b",
                "",
                "--delete"
            })
    void refusesWhatMeansNothingOnOneLine(String rule) {
        assertThatThrownBy(() -> by(rule))
                .isInstanceOf(BadFilterException.class)
                .message()
                .doesNotContain("\n")
                .isNotBlank();
    }

    @Test
    void showsARuleWithALineBreakOnOneLine() {
        assertThatThrownBy(() -> by("x\ny" + "z".repeat(1000)))
                .isInstanceOf(BadFilterException.class)
                .hasMessageStartingWith("invalid filter rule 'x\\nyz")
                .message()
                .hasSizeLessThan(220);
        assertThatThrownBy(() -> by("- " + "z".repeat(5000))).hasMessageContaining("4096 are allowed");
    }

    @Test
    void aNameWithALineBreakFitsAsAnyOther() throws Exception {
        assertThat(by("- a*b").acceptsFile("a\nb", 1, NOON)).isFalse();
        assertThat(by("- -rf").acceptsFile("-rf", 1, NOON)).isFalse();
        assertThat(by("- ?").acceptsFile("\ud83d\ude00", 1, NOON)).isFalse();
    }

    /** Names that are not UTF-8 are listed with it, and names may have it. */
    @Test
    void theReplacementCharacterFitsAsAnyOther() throws Exception {
        assertThat(by("- *\ufffd").acceptsFile("a\ufffd", 1, NOON)).isFalse();
        EntryFilter filter = chosen("real \ufffd", "b");
        assertThat(filter.acceptsFile("real \ufffd", 1, NOON)).isTrue();
        assertThat(filter.acceptsFile("real ?", 1, NOON)).isFalse();
    }

    @Test
    void aPatternOfAStrangerTakesNoLongerThanItsLengthAllows() {
        assertTimeout(
                Duration.ofSeconds(5),
                () -> assertThat(by("- " + "*a".repeat(1000) + "b").acceptsFile("a".repeat(2000), 1, NOON))
                        .isTrue());
    }

    @Test
    void sizesAndTimesCountForFilesAloneAndWhereTheyAreKnown() {
        EntryFilter filter = new EntryFilter(List.of(), 10, 20, NOON, NOON.plusSeconds(60), null);
        assertThat(filter.acceptsDirectory("d")).isTrue();
        assertThat(filter.acceptsFile("f", 10, NOON)).isTrue();
        assertThat(filter.acceptsFile("f", 9, NOON)).isFalse();
        assertThat(filter.acceptsFile("f", 21, NOON)).isFalse();
        assertThat(filter.acceptsFile("f", 20, NOON.minusNanos(1))).isFalse();
        assertThat(filter.acceptsFile("f", 20, NOON.plusSeconds(61))).isFalse();
        assertThat(filter.acceptsFile("f", -1, null)).isTrue();
    }

    @Test
    void aListChoosesWhatItNamesAllBelowItAndTheDirectoriesAboveIt() throws Exception {
        EntryFilter filter = chosen("./a//b/", "/c.h5");
        assertThat(filter.acceptsDirectory("a")).isTrue();
        assertThat(filter.acceptsDirectory("a/b")).isTrue();
        assertThat(filter.acceptsFile("a/b/deep/x", 1, NOON)).isTrue();
        assertThat(filter.acceptsFile("c.h5", 1, NOON)).isTrue();
        assertThat(filter.acceptsFile("a/x", 1, NOON)).isFalse();
        assertThat(filter.acceptsDirectory("a/bb")).isFalse();
        assertThat(filter.acceptsFile("a", 1, NOON)).isFalse();
        assertThat(chosen(".").acceptsFile("any/thing", 1, NOON)).isTrue();
        assertThat(filter.missing(Set.of("a/b"))).containsExactly("c.h5");
    }

    @ParameterizedTest
    @ValueSource(strings = {"../x", "a/../b", "..", "a/..", "a\0b"})
    void aListLeadsNowhereElse(String path) {
        assertThatThrownBy(() -> chosen("good", path))
                .isInstanceOf(BadFilterException.class)
                .hasMessageStartingWith("line 2: ");
    }

    @Test
    void aListOfAHundredThousandPathsIsLookedUpQuickly() throws Exception {
        EntryFilter filter = chosen(IntStream.range(0, 100_000)
                .mapToObj(i -> "d" + i % 100 + "/f" + i)
                .toArray(String[]::new));
        assertTimeout(Duration.ofSeconds(5), () -> {
            for (int i = 0; i < 100_000; i++) {
                assertThat(filter.reaches("d" + i % 100 + "/f" + i)).isTrue();
            }
        });
        assertThat(filter.acceptsDirectory("d100")).isFalse();
    }
}
