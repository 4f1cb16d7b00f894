package org.waybill.engine.mover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferReport.Compared;

/** What every mover must say of what it did, and of what it could not do. */
abstract class CandourContract extends MoverCase {
    /** In clear a byte that was altered on the way is in what arrived and in its checksum. */
    @Test
    void saysWithWhatAFileWasCompared() throws Exception {
        assertThat(put(file(here.resolve("a"), 1000), remote("/b")).compared()).isEqualTo(Compared.SOURCE);
        assertThat(get(remote("/b"), here.resolve("c")).compared())
                .isEqualTo(tellsSourceChecksum() ? Compared.SOURCE : Compared.ARRIVED);
    }

    @Test
    void whatIsInTheWayOfOneFileOrDirectoryStopsNoOtherAndIsNamed() throws Exception {
        assumeTrue(goesOnWithOthers(), transport() + " stops at the first");
        for (boolean put : new boolean[] {true, false}) {
            Path tree = Files.createDirectories((put ? here : served()).resolve("mix/b")).getParent();
            file(tree.resolve("a"), 10);
            file(tree.resolve("b/c"), 10);
            file(Files.createDirectory(tree.resolve("d")).resolve("e"), 10);
            Files.createDirectory(tree.resolve("empty"));
            Path there = put ? servedDirectory("put") : Files.createDirectory(here.resolve("got"));
            Path copy = Files.createDirectories(there.resolve("mix/a")).getParent();
            file(copy.resolve("b"), 10);
            for (Path directory : new Path[] {there, copy, copy.resolve("a")}) {
                Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwxrwx"));
            }
            TransferException e = put ? failure(local(tree), remote("/put")) : failure(remote("/mix"), local(there));
            assertThat(e.reason()).as(e.getMessage()).isEqualTo(Reason.BAD_INPUT);
            assertThat(e.notTransferred()).allMatch(one -> one.reason().equals("BAD_INPUT"))
                    .allMatch(one -> one.text().contains("is meant"))
                    .extracting(NotTransferred::path).containsExactlyInAnyOrder("a", "b", "b/c");
            assertThat(copy.resolve("d/e")).hasSameBinaryContentAs(tree.resolve("d/e"));
            assertThat(copy.resolve("empty")).isEmptyDirectory();
        }
    }
}
