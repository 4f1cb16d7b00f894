package org.waybill.client.workflow.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.waybill.client.endpoint.EndpointParser;
import org.waybill.client.estimate.Estimate;
import org.waybill.client.workflow.Workflow;
import org.waybill.client.workflow.option.AdviceRequest;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.engine.Location;
import org.waybill.engine.filter.ChosenPaths;
import org.waybill.engine.filter.EntryFilter;
import org.waybill.engine.filter.FilterRule;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Tool;

class CopyWordsTest {
    @Test
    void aPlainOptionIsNamedByItsTransportAndTheRulesFollow() throws Exception {
        List<FilterRule> rules = new ArrayList<>();
        FilterRule.add(rules, "*.tmp", FilterRule.Kind.EXCLUDE);
        EntryFilter filter = new EntryFilter(
                rules, 10, 1000, Instant.EPOCH, Instant.EPOCH.plusSeconds(60), ChosenPaths.of(List.of("a", "b")));
        Candidate candidate = candidate(false);
        List<String> words =
                CopyWords.of(request(filter), option("tcp-via-r-1"), candidate, 8_000_000, "/home/x/names");
        assertThat(String.join(" ", words))
                .isEqualTo("copy --transport tcp --streams 4 --via r:1 --dedicated --rate 8000000"
                        + " --deadline 2026-12-31T18:00:00Z --min-size 10 --max-size 1000"
                        + " --max-age 1970-01-01T00:00:00Z --min-age 1970-01-01T00:01:00Z --filter - *.tmp"
                        + " --files-from /home/x/names --from0 -- -run waybill://b.example/in/");
    }

    @Test
    void whatOnlyAdviceCanMakeIsNamedByItsIdUnlessThatIsANumber() throws Exception {
        Candidate through = candidate(true);
        assertThat(CopyWords.of(request(EntryFilter.ALL), option("tcp-through-here"), through, 0, ""))
                .containsExactly(
                        "copy",
                        "--workflow",
                        "tcp-through-here",
                        "--dedicated",
                        "--deadline",
                        "2026-12-31T18:00:00Z",
                        "--",
                        "-run",
                        "user@b.example:/in/");
        assertThat(CopyWords.canName(option("tcp-through-here"), through)).isTrue();
        assertThat(CopyWords.canName(option("tcp-through-here-no2"), through)).isFalse();
        assertThat(CopyWords.canName(option("tcp-no2"), candidate(false))).isTrue();
        assertThat(CopyWords.canName(option("tcp"), candidate(false, "a/run[1].nc")))
                .as("a pattern, once that is gone")
                .isFalse();
    }

    private static AdviceRequest request(EntryFilter filter) throws Exception {
        return new AdviceRequest(
                EndpointParser.parse("-run"),
                EndpointParser.parse("user@b.example:/in/"),
                null,
                List.of(),
                false,
                Instant.parse("2026-12-31T18:00:00Z"),
                true,
                0,
                List.of(),
                filter);
    }

    private static Candidate candidate(boolean throughHere) {
        return candidate(throughHere, "-run");
    }

    private static Candidate candidate(boolean throughHere, String source) {
        return new Candidate(
                Tool.WAYBILL,
                Protocol.WAYBILL,
                "tcp",
                Location.local(source),
                new Location("waybill", null, "b.example", 0, "/in/"),
                List.of("r:1"),
                4,
                throughHere,
                true,
                true);
    }

    private static Workflow option(String id) {
        return new Workflow(
                1,
                id,
                "",
                "tcp",
                List.of("r:1"),
                4,
                "",
                Estimate.UNKNOWN,
                List.of(),
                List.of(),
                Tool.WAYBILL.command(),
                true,
                null,
                null);
    }
}
