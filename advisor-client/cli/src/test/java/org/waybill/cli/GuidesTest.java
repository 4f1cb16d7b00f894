package org.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.cli.command.Terminal;
import picocli.CommandLine;

/** What the guides ask people to type exists. */
class GuidesTest {
    /** "waybill at port 7411" is what is said of a protocol. */
    private static final Pattern COMMAND =
            Pattern.compile("\\bwaybill (?!at port )([a-z][a-z-]*)(?: ([a-z][a-z-]*))?" + "([^`#\n]*)");

    private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--[a-z][a-z-]*");

    private final CommandLine root = Waybill.commandLine(Terminal.ofProcess());

    @ParameterizedTest
    @ValueSource(
            strings = {
                "README.md",
                "docs/user-guide.md",
                "docs/operator-guide.md",
                "docs/planner.md",
                "docs/pipelines.md",
                "docs/troubleshooting.md"
            })
    void nameOnlyCommandsAndOptionsThatThereAre(String guide) throws IOException {
        String text = Files.readString(Path.of(System.getProperty("waybill.root", "../.."), guide))
                .replaceAll(" *\\\\?\n {8,}", " ")
                .replaceAll("`aws [^`]*`", "") // of other programs
                .replaceAll("(?m)^(sh|sudo|docker|kubectl|helm|skopeo|mariadb|mariadb-dump) .*", "");
        Set<String> all = new HashSet<>();
        gather(root, all);
        assertThat(options(text)).isSubsetOf(all);
        assertThat(COMMAND.matcher(text).results()).isNotEmpty().allSatisfy(this::exists);
    }

    private void exists(MatchResult typed) {
        CommandLine command = root.getSubcommands().get(typed.group(1));
        assertThat(command).as(typed.group()).isNotNull();
        if (typed.group(2) != null && !command.getSubcommands().isEmpty()) {
            command = command.getSubcommands().get(typed.group(2));
            assertThat(command).as(typed.group()).isNotNull();
        }
        CommandLine below = command.getSubcommands().get(typed.group(3).strip().split("\\s")[0]);
        command = below == null ? command : below;
        assertThat(options(typed.group(3)))
                .as(typed.group())
                .isSubsetOf(command.getCommandSpec().optionsMap().keySet());
    }

    private static Set<String> options(String text) {
        Set<String> found = new HashSet<>();
        OPTION.matcher(text).results().map(MatchResult::group).forEach(found::add);
        return found;
    }

    private static void gather(CommandLine command, Set<String> options) {
        options.addAll(command.getCommandSpec().optionsMap().keySet());
        command.getSubcommands().values().forEach(below -> gather(below, options));
    }
}
