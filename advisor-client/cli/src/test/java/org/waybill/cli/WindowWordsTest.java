package org.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.cli.command.FilterOptions;
import org.waybill.cli.command.Terminal;
import org.waybill.client.endpoint.EndpointParser;
import org.waybill.client.estimate.Estimate;
import org.waybill.client.workflow.Workflow;
import org.waybill.client.workflow.option.AdviceRequest;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.script.CopyWords;
import org.waybill.engine.Location;
import org.waybill.engine.filter.ChosenPaths;
import org.waybill.engine.filter.EntryFilter;
import org.waybill.engine.filter.FilterRule;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Tool;
import picocli.CommandLine;

/** The words by which a window hands a transfer over, read as {@code waybill copy} reads them. */
class WindowWordsTest {
    private static final Instant NOW = Instant.now().truncatedTo(ChronoUnit.MILLIS);

    @TempDir
    private Path directory;

    @Test
    void theCommandUnderstandsWhatTheWindowMeant() throws Exception {
        List<FilterRule> rules = new ArrayList<>();
        FilterRule.add(rules, "/keep *.h5", FilterRule.Kind.INCLUDE);
        FilterRule.add(rules, "*.tmp", FilterRule.Kind.EXCLUDE);
        EntryFilter filter = new EntryFilter(
                rules,
                10,
                1000,
                NOW.minusSeconds(900),
                NOW.minusSeconds(60),
                ChosenPaths.of(List.of("two words", "a/new\nline", ".")));
        for (RecordComponent kind : EntryFilter.class.getRecordComponents()) {
            assertThat(kind.getAccessor().invoke(filter))
                    .as("each kind of filter has its option, and so a value here: " + kind.getName())
                    .isNotEqualTo(kind.getAccessor().invoke(EntryFilter.ALL));
        }

        CommandLine.ParseResult plain = read(request(filter), false);
        assertThat(options(plain))
                .isEqualTo("--transport=tcp --streams=4 --via=[r:1] --dedicated=true --rate=8000000 --deadline="
                        + NOW.plusSeconds(3600) + " --workflow=null");
        assertThat(places(plain)).containsExactly("-run", "waybill://b.example/in/");
        FilterOptions read = plain.commandSpec().findOption("--filter").scope().get();
        assertThat(read.filter().choosing(null)).isEqualTo(filter.choosing(null));
        assertThat(read.filter().chosen().paths()).isEqualTo(filter.chosen().paths());

        CommandLine.ParseResult advised = read(request(EntryFilter.ALL), true);
        assertThat(options(advised))
                .isEqualTo("--transport=auto --streams=7 --via=[] --dedicated=true --rate=8000000 --deadline="
                        + NOW.plusSeconds(3600) + " --workflow=tcp-through-here");
        assertThat(places(advised)).containsExactly("-run", "user@b.example:/in/");
    }

    private CommandLine.ParseResult read(AdviceRequest request, boolean throughHere) throws Exception {
        Candidate candidate = new Candidate(
                Tool.WAYBILL,
                Protocol.WAYBILL,
                "tcp",
                Location.local("-run"),
                new Location("waybill", null, "b.example", 0, "/in/"),
                List.of("r:1"),
                4,
                throughHere,
                true,
                true);
        Workflow option = new Workflow(
                1,
                "tcp-through-here",
                "",
                "tcp",
                List.of("r:1"),
                4,
                "",
                Estimate.UNKNOWN,
                List.of(),
                List.of(),
                "waybill",
                true,
                null,
                null);
        Path names = Files.writeString(
                directory.resolve("names"), CopyWords.names(request.filter()).orElse(""));
        List<String> words = CopyWords.of(request, option, candidate, 8_000_000, names.toString());
        return Waybill.commandLine(Terminal.ofProcess())
                .parseArgs(words.toArray(String[]::new))
                .subcommand();
    }

    private static List<Object> places(CommandLine.ParseResult read) {
        return List.of(read.matchedPositionalValue(0, ""), read.matchedPositionalValue(1, ""));
    }

    private static String options(CommandLine.ParseResult read) {
        StringBuilder text = new StringBuilder();
        for (String name :
                List.of("--transport", "--streams", "--via", "--dedicated", "--rate", "--deadline", "--workflow")) {
            Object value = read.commandSpec().findOption(name).getValue();
            text.append(text.isEmpty() ? "" : " ").append(name).append('=').append(value);
        }
        return text.toString();
    }

    private static AdviceRequest request(EntryFilter filter) throws Exception {
        return new AdviceRequest(
                EndpointParser.parse("-run"),
                EndpointParser.parse("user@b.example:/in/"),
                null,
                List.of(),
                false,
                NOW.plusSeconds(3600),
                true,
                7,
                List.of(),
                filter);
    }
}
