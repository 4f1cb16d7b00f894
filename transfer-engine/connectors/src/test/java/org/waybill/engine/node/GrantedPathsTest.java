package org.waybill.engine.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.engine.CopyRules;
import org.waybill.engine.Reason;
import org.waybill.engine.link.NodeQueries;

/** A client that may do everything, and only beneath one directory. */
class GrantedPathsTest extends AuthorisationCase {
    @Tag("attack")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/out/secret",
                "/in/../out/secret",
                "/in/./../out/secret",
                "/IN/../out/secret",
                "/in/link/secret",
                "/in/deep/up/out/secret",
                "/in/file",
                "/In/x",
                "/in2/x",
                "/",
                ""
            })
    void aGrantedPathHolds(String path) throws Exception {
        Path in = Files.createDirectories(engine.data.resolve("in/deep")).getParent();
        Files.createDirectory(engine.data.resolve("in2"));
        Files.writeString(Files.createDirectory(engine.data.resolve("out")).resolve("secret"), "secret");
        Files.createSymbolicLink(in.resolve("link"), Path.of("../out"));
        Files.createSymbolicLink(in.resolve("deep/up"), Path.of("../.."));
        Files.createSymbolicLink(in.resolve("file"), Path.of("../out/secret"));
        Path home = paired("confined", beneath("in"));
        NodeQueries queries = new NodeQueries(home);
        Path source = engine.file("source", 100_000, 1);
        Path got = directory.resolve("got");

        assertThat(reasonOf(() -> pull(home, path, got))).isIn(Reason.PERMISSION, Reason.UNSAFE, Reason.INTERNAL);
        assertThat(got).doesNotExist();
        assertThat(reasonOf(() -> queries.list(engine.remote(path)))).isNotEqualTo(Reason.CONNECTION_LOST);
        assertThat(reasonOf(() -> queries.status(engine.remote(path)))).isNotEqualTo(Reason.CONNECTION_LOST);
        assertThat(reasonOf(() -> queries.sendOn(
                        engine.remote(path), engine.remote("/in/x"), CopyRules.USUAL, true, 0, new byte[0], _ -> {})))
                .isNotEqualTo(Reason.CONNECTION_LOST);
        if (!path.equals("/in/file")) {
            assertThat(reasonOf(() -> push(home, source, path))).isNotEqualTo(Reason.CONNECTION_LOST);
        }
        assertThat(engine.data.resolve("out/secret")).hasContent("secret");
        assertThat(engine.data.resolve("out").toFile().list()).hasSize(1);
    }

    @Test
    void whatLiesBeneathAGrantedPathIsServedUnderItsUsualName() throws Exception {
        Path home = paired("confined", beneath("in", "deep"));
        Path source = engine.file("run/a", 100_000, 1);
        push(home, source, "/in/deep/");
        push(home, source.getParent(), "/in/deep/");
        push(home, source.getParent(), "/in/deep/");
        assertThat(engine.data.resolve("in/deep/a")).satisfies(sameContentAs(source));
        assertThat(engine.data.resolve("in/deep/run/a")).satisfies(sameContentAs(source));
        assertThat(engine.data.resolve("in/deep/run/run")).doesNotExist();
        pull(home, "/in/deep/run/a", directory.resolve("got"));
        assertThat(directory.resolve("got")).satisfies(sameContentAs(source));
    }
}
