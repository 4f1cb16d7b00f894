package org.waybill.engine.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.CopyRules;
import org.waybill.engine.CopyRules.Links;
import org.waybill.engine.Location;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferRequest;

class LinksTest {
    @TempDir
    Path directory;

    /** Also where links are followed because the client requests it, a node stays in its data directory. */
    @Test
    void aNodeFollowsLinksInItsDataDirectoryOnly() throws Exception {
        try (EngineFixture engine = new EngineFixture(directory)) {
            Path tree = Files.createDirectories(engine.data.resolve("tree"));
            Files.writeString(
                    Files.createDirectory(engine.data.resolve("beside")).resolve("file"), "content");
            Files.writeString(directory.resolve("secret"), "secret");
            Files.createSymbolicLink(tree.resolve("beside"), Path.of("../beside"));
            Files.createSymbolicLink(tree.resolve("out"), Path.of("../../secret"));
            Files.createSymbolicLink(tree.resolve("absolute"), directory.resolve("secret"));
            Path copy = directory.resolve("copy");

            TransferReport report = engine.move(
                    TransferRequest.of(engine.remote("/tree"), Location.local(copy.toString()))
                            .with(CopyRules.USUAL.with(Links.FOLLOW)),
                    TransferListener.NONE);

            assertThat(report.notTransferred())
                    .extracting(NotTransferred::path, NotTransferred::reason)
                    .containsExactlyInAnyOrder(
                            tuple("out", NotTransferred.LEFT_OUT), tuple("absolute", NotTransferred.LEFT_OUT));
            assertThat(copy.resolve("beside/file")).hasContent("content");
            assertThat(copy).isDirectoryContaining(path -> path.endsWith("beside"));
            assertThat(copy.toFile().list()).containsExactly("beside");
        }
    }
}
