package org.waybill.engine.session.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.channels.ClosedChannelException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.node.EngineFixture;
import org.waybill.engine.storage.TargetBusyException;
import org.waybill.engine.storage.TargetTree;
import org.waybill.engine.storage.TemporaryNames;

class TargetLeaseTest {
    @TempDir
    private Path directory;

    private TargetTree tree() throws Exception {
        return TargetTree.local(directory.resolve("target"), TemporaryNames.ofThisProcess(), false, "source", true);
    }

    @Test
    void keepsOthersAwayUntilAllIsThere() throws Exception {
        try (TargetTree tree = tree();
                TargetTree same = tree()) {
            TargetLease hold = new TargetLease(tree, "us");
            hold.take();
            assertThatThrownBy(new TargetLease(same, "them")::take)
                    .isInstanceOf(TargetBusyException.class)
                    .hasMessageContaining("written by us");
            hold.finish(true, TargetTree.Last.NOTHING);
            assertThat(EngineFixture.leftovers(directory)).isEmpty();
            new TargetLease(same, "them").take();
        }
    }

    @Test
    void whatIsLastDoneToTheDirectoriesIsDoneBeforeAnotherMayComeAndAfterTheLastOfOurFiles() throws Exception {
        try (TargetTree tree = tree();
                TargetTree same = tree()) {
            TargetLease hold = new TargetLease(tree, "us");
            hold.take();
            List<Integer> files = new ArrayList<>();
            hold.finish(true, top -> {
                files.add(directory.resolve("target").toFile().list().length);
                assertThatThrownBy(new TargetLease(same, "them")::take).isInstanceOf(TargetBusyException.class);
            });
            assertThat(files).containsExactly(1, 0);
        }
    }

    /** The session may end while its first files are being looked at: no thread would release the lock any more. */
    @Test
    void takesNothingWhenTheSessionIsOver() throws Exception {
        try (TargetTree tree = tree()) {
            TargetLease late = new TargetLease(tree, "us");
            late.close();
            assertThatThrownBy(late::take).isInstanceOf(ClosedChannelException.class);
            assertThat(EngineFixture.leftovers(directory)).isEmpty();
            TargetLease next = new TargetLease(tree, "them");
            next.take();
            next.close();
        }
    }

    @Test
    void marksATreeAsUnfinishedUntilItIsWhole() throws Exception {
        try (TargetTree tree = tree()) {
            TargetLease hold = new TargetLease(tree, "us");
            hold.take();
            hold.close();
            assertThat(Files.list(directory.resolve("target")))
                    .as("the mark of a tree that is not whole")
                    .hasSize(1);
        }
    }
}
