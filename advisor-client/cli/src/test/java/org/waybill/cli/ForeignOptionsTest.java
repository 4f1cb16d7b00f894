package org.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.waybill.cli.command.Terminal;
import picocli.CommandLine;

/** Hints for options of other tools. */
class ForeignOptionsTest {
    private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--?[a-zA-Z][a-z-]*");

    private static Set<String> options(String command) {
        Set<String> names = new HashSet<>();
        CommandLine line =
                Waybill.commandLine(Terminal.ofProcess()).getSubcommands().get(command);
        line.getCommandSpec().options().forEach(option -> names.addAll(List.of(option.names())));
        return names;
    }

    @Test
    void hintsNameOnlyOptionsThatThereAre() {
        Set<String> known = options("copy");
        known.addAll(options("sync"));
        known.add("--from"); // of account add
        ForeignOptions.all()
                .keySet()
                .forEach(hint -> assertThat(OPTION.matcher(hint).results().map(one -> one.group()))
                        .as(hint)
                        .allMatch(known::contains));
    }

    @Test
    void noHintIsForAnOptionThatCopyHas() {
        Set<String> known = options("copy");
        assertThat(ForeignOptions.all().values().stream().flatMap(List::stream))
                .doesNotHaveDuplicates()
                .noneMatch(known::contains);
    }
}
