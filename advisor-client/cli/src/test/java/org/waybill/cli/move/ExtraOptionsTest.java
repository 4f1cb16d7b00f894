package org.waybill.cli.move;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.waybill.cli.Cli;
import org.waybill.engine.CopyRules.Extra;
import org.waybill.engine.TransferListener;
import org.waybill.engine.attributes.FileAttributes;
import org.waybill.engine.attributes.LocalAttributes;
import org.waybill.engine.node.WaybillNode;
import org.waybill.engine.testserver.TestFiles;
import org.waybill.platform.PrivateFiles;
import tools.jackson.databind.JsonNode;

/** What a copy keeps when asked to. */
class ExtraOptionsTest extends MoveCase {
    private static final int SIZE = 6 << 20;
    /** Where its holes are not looked at. */
    private static final int SMALL = 300_000;

    private static final String ACL = "system.posix_acl_access";
    /** For user 777 too. */
    private static final String LIST =
            "0200000001000600ffffffff020004000903000004000400ffffffff10000600ffffffff20000000ffffffff";

    /** Zeros that are written, but for the beginning and a place in the middle. */
    private Path zeros() throws IOException {
        return image(SIZE);
    }

    private Path small() throws IOException {
        return image(SMALL);
    }

    private Path image(int bytes) throws IOException {
        Path path =
                Files.write(Files.createDirectories(directory.resolve("run7")).resolve("image"), new byte[bytes]);
        try (RandomAccessFile image = new RandomAccessFile(path.toFile(), "rw")) {
            image.writeBytes("header");
            image.seek(bytes / 2);
            image.writeBytes("in the middle");
        }
        return path.getParent();
    }

    /** The image under two names. */
    private static Path linked(Path run) throws IOException {
        Files.createLink(run.resolve("also"), run.resolve("image"));
        return run;
    }

    private static long allocated(Path file) throws IOException {
        Process stat = new ProcessBuilder("stat", "-c", "%b", file.toString()).start();
        return 512
                * Long.parseLong(new String(stat.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip());
    }

    private void copied(Path to, String... command) throws IOException {
        Cli.Result result = cli.run(command);
        assertThat(result.code()).as(result.err()).isZero();
        assertThat(to).satisfies(TestFiles.sameContentAs(directory.resolve("run7/image")));
    }

    @Test
    void zerosBecomeHoles() throws Exception {
        Path run = zeros();
        Path to = directory.resolve("to");
        copied(to.resolve("image"), "copy", run + "/", to.toString());
        assertThat(allocated(to.resolve("image"))).isGreaterThanOrEqualTo(SIZE);
        copied(to.resolve("a/image"), "copy", "-S", run + "/", to + "/a");
        assertThat(allocated(to.resolve("a/image"))).isLessThan(SIZE / 8);
        copied(to.resolve("b/image"), "sync", "--sparse", run + "/", to + "/b");
        assertThat(allocated(to.resolve("b/image"))).isLessThan(SIZE / 8);
    }

    @Test
    void aNodeMakesHolesToo() throws Exception {
        Path run = zeros();
        Path data = Files.createDirectory(directory.resolve("data"));
        try (WaybillNode node = cli.node(data)) {
            String there = "waybill://127.0.0.1:" + node.address().getPort();
            for (String option : List.of("-S", "--sparse")) {
                Path image = data.resolve(option).resolve("image");
                copied(image, "copy", option, run + "/", there + "/" + option);
                assertThat(allocated(image)).isLessThan(SIZE / 8);
            }
            Path back = directory.resolve("back");
            copied(back.resolve("image"), "copy", "-S", there + "/-S/", back.toString());
            assertThat(allocated(back.resolve("image"))).isLessThan(SIZE / 8);
        }
    }

    @Test
    void namesOfOneFileStayNamesOfOneFile() throws Exception {
        Path run = linked(zeros());
        for (String command : List.of("copy", "sync")) {
            Path to = directory.resolve(command);
            copied(to.resolve("image"), command, "-H", "-S", run + "/", to + "/");
            assertThat(Files.isSameFile(to.resolve("image"), to.resolve("also")))
                    .isTrue();
            assertThat(allocated(to.resolve("image"))).isLessThan(SIZE / 8);
        }
        Path apart = directory.resolve("apart");
        copied(apart.resolve("image"), "copy", run + "/", apart.toString());
        assertThat(Files.isSameFile(apart.resolve("image"), apart.resolve("also")))
                .isFalse();
    }

    /** What is forecast, shown and remembered is what is sent: the bytes of a file once, and the file once. */
    @Test
    void furtherNamesOfAFileAreNeitherForecastNorRemembered() throws Exception {
        Path run = zeros();
        for (int i = 0; i < 19; i++) {
            Files.createLink(run.resolve("also" + i), run.resolve("image"));
        }
        for (String command : List.of("copy", "sync")) {
            copied(directory.resolve(command + "/image"), command, "-H", run + "/", directory.resolve(command) + "/");
        }
        try (Stream<Path> outcomes = outcomes()) {
            assertThat(outcomes.map(ExtraOptionsTest::files)).containsExactly(1L, 1L);
        }
        String to = directory.resolve("to") + "/";
        String one = directory.resolve("one") + "/";
        double alone = cli.run("copy", "-n", "--json", run + "/image", one)
                .json()
                .at("/forecast/secondsP50")
                .asDouble();
        for (String command : List.of("copy", "sync")) {
            Cli.Result text = cli.run(command, "-n", "-H", run + "/", to);
            assertThat(text.out()).contains("would copy 20 new files (6.00 MiB)");
            JsonNode planned =
                    cli.run(command, "-n", "--json", "-H", run + "/", to).json();
            assertThat(planned.at("/forecast/secondsP50").asDouble()).isBetween(alone / 2, alone * 2);
        }
        JsonNode several = cli.run("copy", "-n", "--json", "-H", run + "/image", run + "/also0", run + "/also1", to)
                .json();
        assertThat(several.at("/plan/newBytes").asLong()).isEqualTo(SIZE);
        JsonNode real = cli.run("copy", "--json", "-H", run + "/", to).json();
        assertThat(real.at("/forecast/secondsP50").asDouble()).isBetween(alone / 2, alone * 2);
        JsonNode again = cli.run("copy", "-n", "--json", "--overwrite", "always", "-H", run + "/", to)
                .json();
        assertThat(again.at("/plan/changedBytes").asLong()).isEqualTo(SIZE);
        assertThat(again.at("/plan/changedFiles").asLong()).isEqualTo(20);
    }

    private static long files(Path outcome) {
        try (Reader text = Files.newBufferedReader(outcome)) {
            Properties properties = new Properties();
            properties.load(text);
            return Long.parseLong(properties.getProperty("files"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void namesOfOneFileInSeveralSourcesBecomeNamesOfOneFile() throws Exception {
        Path run = small();
        Path other = Files.createDirectory(directory.resolve("other"));
        Files.createLink(other.resolve("also"), run.resolve("image"));
        Path third = Files.createLink(
                Files.createDirectory(directory.resolve("third")).resolve("too"), run.resolve("image"));
        for (String command : List.of("copy", "sync")) {
            Path to = directory.resolve(command);
            for (int i = 0; i < 2; i++) {
                copied(
                        to.resolve("image"),
                        command,
                        "-H",
                        "--strict",
                        run + "/image",
                        other.toString(),
                        third.toString(),
                        to.toString());
                for (String name : List.of("other/also", "too")) {
                    assertThat(Files.isSameFile(to.resolve("image"), to.resolve(name)))
                            .as(command + " " + name)
                            .isTrue();
                }
            }
            // one name alone is missing
            Files.delete(to.resolve("other/also"));
            copied(to.resolve("image"), command, "-H", run + "/image", other.toString(), to.toString());
            assertThat(Files.isSameFile(to.resolve("image"), to.resolve("other/also")))
                    .as(command)
                    .isTrue();
        }
    }

    @Test
    void aNameThatWasMissingBecomesALinkToTheFileThatWasThere() throws Exception {
        Path run = linked(small());
        Path to = directory.resolve("to");
        copied(to.resolve("image"), "sync", "-H", run + "/", to + "/");
        Files.delete(to.resolve("also"));
        copied(to.resolve("image"), "sync", "-H", run + "/", to + "/");
        assertThat(Files.isSameFile(to.resolve("image"), to.resolve("also"))).isTrue();
    }

    /** Nothing is sent for it, and so nothing is planned, forecast or counted as a transfer. */
    @Test
    void aNameThatOnlyBecomesALinkIsPlannedWithoutBytes() throws Exception {
        Path run = linked(small());
        Path to = directory.resolve("to");
        copied(to.resolve("image"), "copy", "-H", run + "/", to + "/");
        for (String missing : List.of("also", "image")) {
            Files.delete(to.resolve(missing));
            for (String command : List.of("copy", "sync")) {
                JsonNode planned = cli.run(command, "-n", "--json", "-H", run + "/", to + "/")
                        .json();
                JsonNode plan = command.equals("copy") ? planned.get("plan") : planned;
                assertThat(plan.get("newFiles").asLong()).as(command).isEqualTo(1);
                assertThat(plan.get("newBytes").asLong()).as(command).isZero();
            }
            for (String dry : List.of(" -n", "")) {
                Cli.Result result = cli.runLine("copy -H --error-on-no-transfer" + dry + " %s/ %s/", run, to);
                assertThat(result.code()).as(dry + result.err()).isEqualTo(9);
            }
            assertThat(Files.isSameFile(to.resolve("image"), to.resolve("also")))
                    .isTrue();
        }
    }

    @Test
    void attributesAreKept() throws Exception {
        Path run = small();
        Set<Extra> all = EnumSet.of(Extra.OWNERS, Extra.XATTRS, Extra.ACLS);
        FileAttributes given = new FileAttributes(
                -1,
                -1,
                Map.of("user.origin", new byte[] {1}, ACL, HexFormat.of().parseHex(LIST)));
        assertThat(LocalAttributes.write(run.resolve("image"), given, all)).isEmpty();
        LocalAttributes.write(run, new FileAttributes(-1, -1, Map.of("user.of", new byte[0])), all);
        boolean root = PrivateFiles.thisUser() == 0;
        if (root) {
            LocalAttributes.write(
                    run.resolve("image"), new FileAttributes(12_345, 23_456, Map.of()), EnumSet.of(Extra.OWNERS));
        }
        FileAttributes of = LocalAttributes.read(run.resolve("image"), all);
        Path data = Files.createDirectory(directory.resolve("data"));
        try (WaybillNode node = cli.node(data)) {
            String there = "waybill://127.0.0.1:" + node.address().getPort() + "/";
            for (String command : List.of("copy", "sync")) {
                Path to = directory.resolve(command);
                Path back = directory.resolve("back-" + command);
                String options = root ? "-oAX" : "-AX";
                copied(to.resolve("image"), command, options, run + "/", to + "/");
                copied(data.resolve(command + "/image"), command, "--strict", options, run + "/", there + command);
                copied(back.resolve("image"), command, "--strict", options, there + command + "/", back + "/");
                for (Path copy : List.of(to, data.resolve(command), back)) {
                    FileAttributes now = LocalAttributes.read(copy.resolve("image"), all);
                    assertThat(now.named()).as(copy.toString()).containsOnlyKeys("user.origin", ACL);
                    assertThat(now.user()).isEqualTo(of.user());
                    assertThat(now.group()).isEqualTo(of.group());
                    assertThat(LocalAttributes.read(copy, all).named()).containsOnlyKeys("user.of");
                }
            }
        }
        Path plain = directory.resolve("plain");
        copied(plain.resolve("image"), "copy", run + "/", plain.toString());
        assertThat(LocalAttributes.read(plain.resolve("image"), all).named()).isEmpty();
    }

    /** As rsync's -A and -X do; a list's mask is no permission of the group. */
    @Test
    void whatIsEqualGetsTheAttributesOfItsSource() throws Exception {
        Path run = small();
        Files.createDirectory(
                run.resolve("closed"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Set<Extra> all = EnumSet.of(Extra.XATTRS, Extra.ACLS);
        FileAttributes old = new FileAttributes(
                -1, -1, Map.of("user.old", new byte[1], ACL, HexFormat.of().parseHex(LIST)));
        Path data = Files.createDirectory(directory.resolve("data"));
        try (WaybillNode node = cli.node(data)) {
            String there = "waybill://127.0.0.1:" + node.address().getPort() + "/";
            for (String command : List.of("copy", "sync")) {
                for (boolean remote : List.of(false, true)) {
                    Path to = (remote ? data : directory).resolve(command);
                    String destination = remote ? there + command : to.toString();
                    copied(to.resolve("image"), command, run + "/", destination);
                    for (String name : List.of("image", "closed")) {
                        assertThat(LocalAttributes.write(to.resolve(name), old, all))
                                .isEmpty();
                    }
                    LocalAttributes.write(
                            run.resolve("image"), new FileAttributes(-1, -1, Map.of("user.now", new byte[1])), all);
                    copied(to.resolve("image"), command, "--strict", "-AX", run + "/", destination);
                    String where = command + " to " + destination;
                    assertThat(LocalAttributes.read(to.resolve("image"), all).named())
                            .as(where)
                            .containsOnlyKeys("user.now");
                    assertThat(LocalAttributes.read(to.resolve("closed"), all).named())
                            .as(where)
                            .isEmpty();
                    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(to.resolve("closed"))))
                            .as(where)
                            .isEqualTo("rw-------");
                }
            }
        }
    }

    @Test
    void whatIsEqualGetsItsAttributesAlsoIfAListNamesWhatIsNotThere() throws Exception {
        Path run = small();
        Path to = directory.resolve("to");
        copied(to.resolve("image"), "copy", run + "/", to.toString());
        Path list = Files.write(directory.resolve("list"), List.of("none", "image"));
        LocalAttributes.write(
                run.resolve("image"),
                new FileAttributes(-1, -1, Map.of("user.now", new byte[1])),
                EnumSet.of(Extra.XATTRS));
        for (Path copy : List.of(to, directory.resolve("new"))) {
            Cli.Result result = cli.runLine("sync --json -X --files-from %s %s/ %s", list, run, copy);
            assertThat(result.code()).as(result.err()).isEqualTo(3);
            assertThat(result.json().get("copies").size()).isEqualTo(1);
            assertThat(LocalAttributes.read(copy.resolve("image"), EnumSet.of(Extra.XATTRS))
                            .named())
                    .containsOnlyKeys("user.now");
        }
    }

    @Test
    void namesOfOneFileAreNamesOfOneFileAtANodeAndFromIt() throws Exception {
        Path run = linked(small());
        Path more = Files.createDirectory(directory.resolve("more"));
        Files.createLink(more.resolve("third"), run.resolve("image"));
        Path data = Files.createDirectory(directory.resolve("data"));
        try (WaybillNode node = cli.node(data)) {
            String there = "waybill://127.0.0.1:" + node.address().getPort() + "/";
            for (String command : List.of("copy", "sync")) {
                Cli.Result dry = cli.run(command, "-n", "--strict", "--json", "-H", run + "/", there + command);
                assertThat(dry.code()).as(dry.err()).isZero();
                JsonNode plan = command.equals("copy") ? dry.json().get("plan") : dry.json();
                assertThat(plan.get("newBytes").asLong())
                        .as("the bytes of each file count once")
                        .isEqualTo(Files.size(run.resolve("image")));
                Cli.Result result = cli.run(command, "--strict", "-H", run + "/", there + command);
                assertThat(result.code()).as(result.err()).isZero();
                assertThat(result.err()).doesNotContain("hard links");
                assertOneFile(data.resolve(command));
            }
            Cli.Result both = cli.run("copy", "--strict", "-H", run.toString(), more.toString(), there + "both/");
            assertThat(both.code()).as(both.err()).isZero();
            assertOneFile(data.resolve("both/run7"));
            assertThat(Files.isSameFile(data.resolve("both/run7/image"), data.resolve("both/more/third")))
                    .isTrue();

            Path back = directory.resolve("back");
            for (int times = 0; times < 2; times++) {
                Cli.Result result = cli.run("sync", "--strict", "-H", there + "copy/", back.toString());
                assertThat(result.code()).as(result.err()).isZero();
                assertOneFile(back);
                Files.delete(back.resolve("also"));
            }
        }
    }

    private static void assertOneFile(Path copy) throws IOException {
        assertThat(Files.isSameFile(copy.resolve("image"), copy.resolve("also")))
                .isTrue();
    }

    @Test
    void aStreamHasNeitherHolesNorOtherNames() {
        refused(cli.run("copy", "--sparse", file.toString(), "-"), 2, "not for a stream");
        refused(cli.run("copy", "-H", file.toString(), "-"), 2, "not for a stream");
        refused(cli.run("copy", "-A", file.toString(), "-"), 2, "not for a stream");
    }

    @Test
    void aListenerBesideHearsForecastsToo() {
        List<String> heard = new ArrayList<>();
        NotKept notKept = new NotKept(new TransferListener() {
            @Override
            public void onProgress(Progress progress) {
                heard.add(progress.name());
            }

            @Override
            public void onEvent(String code, String text) {
                heard.add(code);
            }

            @Override
            public void onForecast(double secondsP50, double secondsP90) {
                heard.add(secondsP50 + "-" + secondsP90);
            }
        });
        notKept.onProgress(new TransferListener.Progress(TransferListener.Phase.MOVING, 1, 2, 0, 1, "file"));
        notKept.onEvent("RETRY", "once more");
        notKept.onForecast(3, 5);
        assertThat(heard).containsExactly("file", "RETRY", "3.0-5.0");
    }
}
