package org.waybill.engine.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.TransferReport;

class LinksTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void everySymbolicLinkOfATreeIsLeftOutAndNamed(boolean push) throws Exception {
        try (EngineFixture engine = new EngineFixture(directory)) {
            Path tree = (push ? directory : engine.data).resolve("tree");
            Path sub = Files.createDirectories(tree.resolve("sub"));
            Files.writeString(sub.resolve("file"), "content");
            Files.createSymbolicLink(sub.resolve("inside"), Path.of("file"));
            Files.createSymbolicLink(sub.resolve("outside"), Path.of("/etc/passwd"));
            Path target = (push ? engine.data : directory).resolve("copy");
            TransferReport report = push ? engine.push(tree, "/copy") : engine.pull("/tree", target.toString());
            assertThat(report.notTransferred()).extracting(NotTransferred::path, NotTransferred::reason)
                    .containsExactlyInAnyOrder(tuple("sub/inside", NotTransferred.LEFT_OUT),
                            tuple("sub/outside", NotTransferred.LEFT_OUT));
            assertThat(target.resolve("sub/file")).hasContent("content");
            assertThat(Files.exists(target.resolve("sub/inside"))).isFalse();
        }
    }
}
