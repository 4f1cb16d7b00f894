package org.waybill.cli.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.waybill.cli.Cli;
import org.waybill.engine.testserver.CommandJvm;

/** {@code copy - URL} and {@code copy URL -} at every end that takes streams. */
class StreamsTest extends FilesCase {
    private static final int BYTES = 3_000_001;

    private static byte[] content() {
        byte[] content = new byte[BYTES];
        new Random(3).nextBytes(content);
        return content;
    }

    private ProcessBuilder process(String... arguments) {
        List<String> command = CommandJvm.waybill();
        command.addAll(Arrays.asList(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("HOME", directory.resolve("user").toString());
        builder.environment().put("WAYBILL_HOME", cli.home().toString());
        builder.environment().remove("SSH_AUTH_SOCK");
        return builder;
    }

    @ParameterizedTest
    @EnumSource
    void goThereAndComeBackWhole(Kind kind) throws Exception {
        start(kind);
        byte[] content = content();
        Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwxrwxrwx"));
        InputStream before = System.in;
        try {
            System.setIn(new ByteArrayInputStream(content));
            Cli.Result sent = cli.run("copy", "--json", "-", base + "stream");
            assertThat(sent.code()).as(sent.err()).isZero();
            assertThat(sent.err()).doesNotContain("no transfer option");
            assertThat(sent.json().get("bytes").asLong()).isEqualTo(BYTES);
            assertThat(sent.json().get("compared").asString()).isNotEqualTo("NOTHING");
        } finally {
            System.setIn(before);
        }
        assertThat(root.resolve("stream")).satisfies(sameContentAs(content));
        try (Stream<Path> names = Files.list(root)) {
            assertThat(names).hasSize(1);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Cli.Result back = cli.runInto(out, "copy", base + "stream", "-");
        assertThat(back.code()).as(back.err()).isZero();
        assertThat(out.toByteArray()).isEqualTo(content);
        assertThat(back.err()).doesNotContain("no transfer option");
    }

    @ParameterizedTest
    @EnumSource
    void ofWhichTheSenderIsKilledHaveNoFinalName(Kind kind) throws Exception {
        start(kind);
        Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwxrwxrwx"));
        Files.writeString(root.resolve("stream"), "what was there");
        Process sender = process("copy", "--quiet", "-", base + "stream")
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("said").toFile())
                .start();
        try (OutputStream in = sender.getOutputStream()) {
            in.write(content());
            in.flush();
            for (int i = 0; i < 100 && arrived() < 1_000_000; i++) {
                Thread.sleep(20);
            }
            sender.destroyForcibly().waitFor();
        } catch (IOException _) {
            // it is gone
        }
        assertThat(root.resolve("stream")).hasContent("what was there");
    }

    private long arrived() throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(Files::isRegularFile)
                    .mapToLong(path -> path.toFile().length())
                    .sum();
        }
    }
}
