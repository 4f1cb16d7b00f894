package org.waybill.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The benches of {@code lab} are run now and then only: what they name of the code must be there all the same. */
class BenchesTest {
    private static final Pattern CLASS = Pattern.compile("\\borg\\.waybill\\.[a-z.]+\\.[A-Z]\\w+");

    @Test
    void theirJavaCompiles(@TempDir Path classes) throws IOException {
        List<Path> sources = Sources.matching("lab/.*\\.java");
        assertThat(sources).isNotEmpty();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter said = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            boolean compiled = compiler.getTask(
                            said,
                            files,
                            null,
                            List.of("-d", classes.toString(), "-classpath", System.getProperty("java.class.path")),
                            null,
                            files.getJavaFileObjectsFromPaths(sources))
                    .call();
            assertThat(compiled).as(said.toString()).isTrue();
        }
    }

    @Test
    void theClassesThatTheirScriptsStartAreThere() throws IOException {
        List<String> named = new ArrayList<>();
        for (Path script : Sources.matching("lab/bench/[^.]+")) {
            CLASS.matcher(Files.readString(script))
                    .results()
                    .map(MatchResult::group)
                    .forEach(named::add);
        }
        assertThat(named)
                .hasSizeGreaterThanOrEqualTo(3)
                .allSatisfy(name -> assertThat(
                                Sources.matching(".*/src/(main|test)/java/" + name.replace('.', '/') + "\\.java"))
                        .as(name)
                        .hasSize(1));
    }
}
