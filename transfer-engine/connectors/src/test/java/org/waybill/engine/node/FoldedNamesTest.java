package org.waybill.engine.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;

/** The engine writes to a disk that takes AB and ab for the same: no two files become one without a word. */
@Timeout(60)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FoldedNamesTest {
    @AutoClose
    private EngineFixture engine;

    @AutoClose
    private FoldingDisk disk;

    private Path sources;
    private int count;

    @BeforeAll
    void start(@TempDir Path directory) throws Exception {
        disk = FoldingDisk.mount(directory.resolve("data"));
        engine = new EngineFixture(directory);
        sources = Files.createDirectory(directory.resolve("sources"));
    }

    private Path write(String path) throws Exception {
        Path file = sources.resolve(path);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, "content of " + path);
    }

    private static void assertRefused(ThrowingCallable move) {
        assertThatThrownBy(move)
                .isInstanceOf(TransferException.class)
                .hasMessageContaining("rename it")
                .extracting("reason")
                .isEqualTo(Reason.BAD_INPUT);
    }

    /** Both directions: the disk is the node's, or the client's. */
    private void move(boolean push, Path source, String target) throws Exception {
        if (push) {
            engine.push(source, "/" + target);
        } else {
            Path served = Files.createSymbolicLink(sources.resolve("link-" + ++count), disk.directory);
            try (EngineFixture other = new EngineFixture(Files.createDirectory(sources.resolve("node-" + count)))) {
                Files.move(source, other.data.resolve("from"));
                try {
                    other.pull("/from", served + "/" + target);
                } finally {
                    Files.move(other.data.resolve("from"), source);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void filesOfOneTreeThatWouldBecomeOneAreNamed(boolean push) throws Exception {
        String name = "files-" + push;
        write(name + "/AB");
        write(name + "/ab");
        write(name + "/plain");
        for (int run = 0; run < 2; run++) {
            assertRefused(() -> move(push, sources.resolve(name), name));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void directoriesOfOneTreeThatWouldBecomeOneAreNamed(boolean push) throws Exception {
        String name = "directories-" + push;
        write(name + "/Dir/f");
        write(name + "/dir/g");
        for (int run = 0; run < 2; run++) {
            assertRefused(() -> move(push, sources.resolve(name), name));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aSingleFileDoesNotTakeThePlaceOfAnother(boolean push) throws Exception {
        String name = "SINGLE-" + push;
        Path source = write(name);
        move(push, source, name);
        assertRefused(() -> move(push, write("single-" + push), "single-" + push));
        assertThat(disk.directory.resolve(name)).hasContent("content of " + name);
        move(push, source, name);
    }

    @Test
    void aTreeThatFindsWhatAnotherRunHasLeftDoesNotTakeItsPlace() throws Exception {
        write("one/README");
        write("two/ReadMe");
        engine.push(sources.resolve("one"), "/both");
        assertRefused(() -> engine.push(sources.resolve("two/ReadMe"), "/both"));
        assertThat(disk.directory.resolve("both/README")).hasContent("content of one/README");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void namesThatAreKeptAreNoTrouble(boolean push) throws Exception {
        String name = "kept-" + push;
        for (String each : new String[] {"A", "b c", "\u00e9", "Dir/A", "Dir/x.", "\u00d6/y"}) {
            write(name + "/" + each);
        }
        for (int run = 0; run < 2; run++) {
            move(push, sources.resolve(name), name);
        }
        assertThat(disk.directory.resolve(name + "/Dir/A")).hasContent("content of " + name + "/Dir/A");
    }

    /** The kernel says "Operation not permitted", "Function not implemented" and "No such file or directory". */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatTheFileSystemCannotKeepIsSaid(boolean push) throws Exception {
        String name = "limits-" + push;
        write(name + "/good");
        write(name + "/a:b");
        assertThatThrownBy(() -> move(push, sources.resolve(name), name))
                .isInstanceOf(TransferException.class)
                .hasMessageContaining("the file system there allows no name with this character")
                .extracting("reason")
                .isEqualTo(Reason.BAD_INPUT);
        assertThat(disk.directory.resolve(name + "/good")).exists();
        Files.delete(sources.resolve(name + "/a:b"));
        Files.createDirectory(sources.resolve(name + "/d?"));
        assertThatThrownBy(() -> move(push, sources.resolve(name), name))
                .hasMessageContaining("the file system there allows no name with this character");
        Files.delete(sources.resolve(name + "/d?"));
        Files.createSymbolicLink(sources.resolve(name + "/link"), Path.of("good"));
        assertThatThrownBy(() -> move(push, sources.resolve(name), name))
                .hasMessageContaining("the file system there keeps no symbolic links")
                .extracting("reason")
                .isEqualTo(Reason.BAD_INPUT);
    }
}
