package org.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ManPageTest {
    @TempDir
    Path temp;

    @Test
    void everyCommandHasAPageWithItsOptionsAndExamples() throws Exception {
        Cli.Result result =
                new Cli(temp).run("help", "--man-pages", temp.resolve("man1").toString());
        assertThat(result.code()).as(result.err()).isZero();
        List<String> pages = Files.list(temp.resolve("man1"))
                .map(file -> file.getFileName().toString())
                .toList();
        assertThat(pages).contains("waybill.1", "waybill-copy.1", "waybill-probe-path.1", "waybill-desktop.1");
        String move = Files.readString(temp.resolve("man1/waybill-copy.1"));
        assertThat(move)
                .startsWith(".TH \"WAYBILL\\-COPY\"")
                .contains(".SH NAME", ".SH OPTIONS", ".SH EXAMPLES", "\\-\\-verify", "\\-\\-json");
        for (String page : pages) {
            String text = Files.readString(temp.resolve("man1").resolve(page));
            assertThat(text).as(page).doesNotContain("@|").doesNotContain("${");
            // a line that begins with a dot or a quote is a request to troff: only known ones may be there
            assertThat(text.lines().filter(line -> line.startsWith(".") || line.startsWith("'")))
                    .as(page)
                    .allMatch(line -> line.matches("\\.(TH|SH|PP|TP|nf|fi)( .*)?"));
        }
    }

    @Test
    void thePageIsFromTheSameSourceAsTheHelp() {
        Cli cli = new Cli(temp);
        String help = cli.run("move", "--help").out();
        String page = cli.run("help", "--man", "move").out().replace("\\-", "-");
        List<String> options = help.lines()
                .flatMap(line ->
                        Pattern.compile("--[a-z-]+").matcher(line).results().map(MatchResult::group))
                .distinct()
                .toList();
        assertThat(options).hasSizeGreaterThan(10).allMatch(page::contains);
        assertThat(cli.run("help", "move").out()).isEqualTo(help);
    }

    @Test
    void anUnknownCommandIsSaidWithThoseThatThereAre() {
        Cli.Result result = new Cli(temp).run("help", "mvoe");
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err())
                .contains("invalid COMMAND 'mvoe': expected demo")
                .contains("move")
                .hasLineCount(1);
    }
}
