package org.waybill.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
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
        Files.createDirectories(checkout.resolve(".ci"));
        Files.createDirectories(checkout.resolve("python"));
        Files.copy(Sources.ROOT.resolve(".ci/run"), checkout.resolve(".ci/run"));
        Files.createDirectories(checkout.resolve("build-tools"));
        Files.createFile(checkout.resolve("build-tools/denied-dependencies"));
        script("bin/dpkg-query", "echo install ok installed");
        script(
                "bin/mvn",
                "[[ $* == *' validate' ]] && echo 'a/X.java:1: File length is 708 lines.' && echo '[ERROR] long' &&"
                        + " exit 1\n"
                        + "for i in {1..1000}; do echo \"test $i\"; done; exit 3");
        script("bin/python3", "echo 'too few tests ran in: db' >&2; echo '7 passed, 1 failed, 0 skipped'; exit 1");
        script("bin/mypy", "exit 1");
        script("bin/helm", "exit 0");
        ProcessBuilder run =
                new ProcessBuilder("bash", checkout.resolve(".ci/run").toString());
        run.environment().put("PATH", checkout.resolve("bin") + ":" + System.getenv("PATH"));
        run.environment().put("HOME", checkout.toString());

        Process process = run.redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).as(said).isEqualTo(1);
        assertThat(said.replaceFirst("took \\d+ s", "took"))
                .endsWith("layout: a/X.java:1: File length is 708 lines.\n"
                        + "tests: mvn verify ended with 3; too few tests ran in: db; 7 passed, 1 failed, 0 skipped\n"
                        + "python: mypy failed\n"
                        + "took\n");
    }
}
