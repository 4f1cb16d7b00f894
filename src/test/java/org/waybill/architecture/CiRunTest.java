package org.waybill.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a continuous-integration machine prints; what takes long there is played by scripts. */
class CiRunTest {
    @TempDir
    private Path checkout;

    private void script(String name, String text) throws IOException {
        Path file = checkout.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/bash\n" + text + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Test
    void whatFailedIsSaidAtTheEndALineForEachPart() throws Exception {
        String said = ran("exit 3");
        assertThat(said.replaceFirst("took \\d+ s", "took"))
                .endsWith("layout: a/X.java:1: File length is 708 lines.\n"
                        + "tests: mvn verify ended with 3; too few tests ran in: db; 7 passed, 1 failed, 0 skipped\n"
                        + "python: mypy failed\n"
                        + "took\n");
    }

    @Test
    void whyATestJvmDiedIsSaidToo() throws Exception {
        String said = ran("""
            mkdir -p db/target/surefire-reports
            echo '# SIGBUS (0x7) at pc=0x00007f' > db/hs_err_pid7.log
            echo 'Exiting self fork JVM' > db/target/surefire-reports/a-jvmRun3.dump
            echo '[ERROR] The forked VM terminated without properly saying goodbye. VM crash or System.exit called?'
            for i in 1 2; do echo '[ERROR] Process Exit Code: 134'; echo '[ERROR] org.waybill.db.SchemaTest'; done
            exit 1\
            """);
        assertThat(said).contains("""
            [ERROR] The forked VM terminated without properly saying goodbye. VM crash or System.exit called?
            [ERROR] Process Exit Code: 134
            [ERROR] org.waybill.db.SchemaTest
            # SIGBUS (0x7) at pc=0x00007f
            Exiting self fork JVM
            layout: a/X.java:1\
            """);
    }

    @Test
    void aFileOfThePythonPackagesTestsThatFailsIsNamedThoughAllRunAtOnce() throws Exception {
        Files.createDirectories(checkout.resolve("python/tests"));
        for (String part : List.of("a", "b", "c")) {
            Files.createFile(checkout.resolve("python/tests/test_" + part + ".py"));
        }
        String said = ran("exit 0", "exit 0", """
            [[ $* == *count-tests* ]] && echo '8 passed, 0 failed, 0 skipped' && exit
            echo "ran ${!#}"
            [[ $* != *test_b ]]\
            """);
        assertThat(said.replaceFirst("took \\d+ s", "took"))
                .contains("ran tests.test_a\n", "ran tests.test_b\n", "ran tests.test_c\n")
                .endsWith("python: unittest tests.test_b failed\npython: mypy failed\ntook\n");
    }

    private String ran(String tests) throws Exception {
        return ran(
                tests,
                "echo 'a/X.java:1: File length is 708 lines.'; echo '[ERROR] long'; exit 1",
                "echo 'too few tests ran in: db' >&2; echo '7 passed, 1 failed, 0 skipped'; exit 1");
    }

    /**
     * Its output.
     *
     * @param tests what Maven does behind a thousand lines of output
     * @param layout what it does where the layout is checked
     * @param python what Python does, which counts the tests as well
     */
    private String ran(String tests, String layout, String python) throws Exception {
        Files.createDirectories(checkout.resolve(".ci"));
        Files.createDirectories(checkout.resolve("python"));
        Files.copy(Sources.ROOT.resolve(".ci/run"), checkout.resolve(".ci/run"));
        Files.createDirectories(checkout.resolve("build-tools"));
        Files.createFile(checkout.resolve("build-tools/denied-dependencies"));
        script("bin/dpkg-query", "echo install ok installed");
        script(
                "bin/mvn",
                "if [[ $* == *' validate' ]]; then " + layout + "; fi\n"
                        + "for i in {1..1000}; do echo \"test $i\"; done\n" + tests);
        script("bin/python3", python);
        script("bin/mypy", "exit 1");
        script("bin/helm", "exit 0");
        ProcessBuilder run =
                new ProcessBuilder("bash", checkout.resolve(".ci/run").toString());
        run.environment().put("PATH", checkout.resolve("bin") + ":" + System.getenv("PATH"));
        run.environment().put("HOME", checkout.toString());

        Process process = run.redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).as(said).isEqualTo(1);
        return said;
    }
}
