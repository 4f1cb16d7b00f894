package org.waybill.cli.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.waybill.cli.command.Invalid;
import org.waybill.engine.NetworkPaths;

/** What {@code --via} means. */
class ViaOptionTest {
    private static final Set<String> KNOWN =
            Set.of("a:7411", "b:7411", "b:5", "[::1]:3", "slow:7411", "nine:7411", "autos:7411");

    private static NetworkPaths parse(String... options) {
        return ViaOption.parse(List.of(options), new ViaOption.Known() {
            @Override
            public List<List<String>> candidates() {
                return List.of(List.of("known:1"), List.of("known:1", "known:2"));
            }

            @Override
            public List<List<String>> harmless(List<List<String>> paths) {
                return paths.stream()
                        .filter(path -> !path.contains("slow:7411"))
                        .toList();
            }

            @Override
            public List<List<String>> named(List<List<String>> paths) {
                if (paths.stream().anyMatch(path -> path.stream().anyMatch(relay -> !KNOWN.contains(relay)))) {
                    throw Invalid.usage("not known");
                }
                return paths;
            }

            @Override
            public List<List<String>> disjoint() {
                return List.of(List.of("known:1"), List.of(), List.of("known:2"));
            }
        });
    }

    @Test
    void nothingFollowsTheAdvice() {
        assertThat(parse()).isNull();
    }

    @Test
    void noneIsTheDirectWay() {
        assertThat(parse("none").isDirect()).isTrue();
    }

    @Test
    void commasMakeAChainAndRepetitionMakesSeveralPaths() {
        assertThat(parse("a,b:5").paths()).containsExactly(List.of("a:7411", "b:5"));
        assertThat(parse("a", "b,[::1]:3", "none").paths())
                .containsExactly(List.of("a:7411"), List.of("b:7411", "[::1]:3"), List.of());
    }

    @Test
    void autoTakesTheKnownRelaysOrThoseThatAreListed() {
        assertThat(parse("auto").candidates()).containsExactly(List.of("known:1"), List.of("known:1", "known:2"));
        assertThat(parse("auto:a,b").candidates()).containsExactly(List.of("a:7411"), List.of("b:7411"));
        assertThat(parse("auto:a,slow").candidates()).containsExactly(List.of("a:7411"));
    }

    @Test
    void disjointTakesAllItsPathsAtOnce() {
        assertThat(parse("disjoint").paths()).containsExactly(List.of("known:1"), List.of(), List.of("known:2"));
    }

    @Test
    void aWordThatIsMistypedIsNotTakenForARelayThatNobodyKnows() {
        for (String typed : List.of("atuo", "Auto2", "aut")) {
            assertThatThrownBy(() -> parse(typed)).hasMessage("invalid --via '" + typed + "': did you mean 'auto'?");
        }
        assertThatThrownBy(() -> parse("a", "disjonit")).hasMessageEndingWith("did you mean 'disjoint'?");
        assertThatThrownBy(() -> parse("nnoe")).hasMessageEndingWith("did you mean 'none'?");
        assertThatThrownBy(() -> parse("relay")).hasMessage("not known");
        assertThat(parse("nine").paths()).as("a relay that is known").containsExactly(List.of("nine:7411"));
    }

    @Test
    void whatIsNoRelayIsSaidToBeNone() {
        assertThatThrownBy(() -> parse("a:b:c")).hasMessageContaining("HOST:PORT");
        assertThatThrownBy(() -> parse("a,,b")).hasMessageContaining("HOST:PORT");
        assertThatThrownBy(() -> parse(Collections.nCopies(9, "a").toArray(new String[0])))
                .hasMessageContaining("9 paths");
    }
}
