package org.waybill.client.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.waybill.client.estimate.Estimate;
import org.waybill.engine.CopyRules;
import org.waybill.engine.CopyRules.Overwrite;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferReport.Compared;
import org.waybill.engine.filter.EntryFilter;

/** Transfers by a host between the endpoints, hop after hop. */
class StagedTransferTest extends StagedCase {
    @Test
    void eachHopIsVerifiedAndTheCopyBetweenIsRemoved() throws Exception {
        Path source = far.file("run7.h5", BYTES, 1);
        TransferResult result = move(order(source, "/copy.h5", BYTES), heard());

        assertThat(far.data.resolve("copy.h5")).satisfies(sameContentAs(source));
        assertThat(nearData).isEmptyDirectory();
        assertThat(result.hops()).extracting(TransferResult.Hop::destination).containsExactly("127.0.0.1", "there");
        assertThat(result.hops())
                .extracting(TransferResult.Hop::sha256)
                .doesNotContainNull()
                .containsOnly(result.report().sha256());
        assertThat(result.report().compared()).isEqualTo(Compared.SOURCE);
        assertThat(result.report().bytes()).isEqualTo(BYTES);
        assertThat(result.report().via())
                .containsExactly("127.0.0.1:" + near.address().getPort());
        assertThat(events)
                .containsSubsequence(
                        "HOP hop 1 of 2, here to 127.0.0.1 by tcp", "HOP hop 2 of 2, 127.0.0.1 to there by tcp");
        assertThat(progress.stream().map(TransferListener.Progress::bytesDone))
                .as("one transfer")
                .isSorted()
                .allMatch(done -> done <= BYTES);
        assertThat(progress.getLast().bytesDone()).isEqualTo(BYTES);
        assertThat(outbox.size()).as("each hop has a history").isEqualTo(2);
    }

    @Test
    void aStoppedCopyResumesAtTheHopThatWasNotDone() throws Exception {
        Path source = far.file("run7.h5", BYTES, 1);
        TransferOrder order = order(source, "/copy.h5", BYTES);
        stopAtSecondHop(order);
        assertThat(nearData).isNotEmptyDirectory();
        assertThat(far.data.resolve("copy.h5")).doesNotExist();
        assertThat(events).last().asString().contains("STAGED_KEPT", "'waybill rm -r waybill://127.0.0.1:");

        TransferResult result = move(order, heard());
        assertThat(far.data.resolve("copy.h5")).satisfies(sameContentAs(source));
        assertThat(result.hops())
                .extracting(TransferResult.Hop::resumedBytes)
                .as("the first hop sends nothing again")
                .containsExactly((long) BYTES, 0L);
        assertThat(result.forecast()).isEqualTo(Estimate.UNKNOWN);
        assertThat(nearData).isEmptyDirectory();
    }

    /** A tree is compared from hop to hop like a file: not all of it may be there any more, nor be as it was. */
    @Test
    void aCopyBetweenThatChangesBeforeTheNextHopIsNoSuccess() throws Exception {
        far.file("run7/a", 1_000, 1);
        far.file("run7/sub/b", 1_000, 2);
        Path source = directory.resolve("run7");
        assertThatThrownBy(() -> move(order(source, "/fewer", 2_000), atSecondHop(stop -> {
                    Files.delete(stop.resolve("run7/a"));
                })))
                .isInstanceOfSatisfying(
                        TransferException.class, e -> assertThat(e.reason()).isEqualTo(Reason.WRONG_CONTENT))
                .hasMessageContaining("hop 2 of 2, 127.0.0.1 to there: ")
                .hasMessageContaining("1 files instead of 2");
        assertThatThrownBy(() -> move(order(source, "/more", 2_000), atSecondHop(stop -> {
                    Files.copy(stop.resolve("run7/a"), stop.resolve("run7/c"));
                })))
                .hasMessageContaining("3 files instead of 2");
        assertThatThrownBy(() -> move(order(source, "/other", 2_000), atSecondHop(stop -> {
                    Files.write(stop.resolve("run7/sub/b"), new byte[1_000]);
                })))
                .hasMessageContaining("the data are not those of the source: sha256 ");
        assertThat(nearData).isEmptyDirectory();
    }

    /** Something that happens to the intermediate copy. */
    @FunctionalInterface
    private interface Change {
        void make(Path stop) throws IOException;
    }

    private TransferListener atSecondHop(Change change) {
        return new TransferListener() {
            @Override
            public void onProgress(Progress now) {}

            @Override
            public void onEvent(String code, String text) {
                if (text.startsWith("hop 2")) {
                    try {
                        change.make(between());
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }
            }
        };
    }

    @Test
    void whatTheLastHopRefusesIsKnownBeforeAnythingIsSent() throws Exception {
        Path source = far.file("run7.h5", BYTES, 1);
        TransferOrder plain = order(source, "/copy.h5", BYTES);
        CopyRules usual = CopyRules.USUAL;
        for (CopyRules refused : List.of(
                new CopyRules(usual.links(), usual.filter(), Overwrite.NEVER, "", Set.of()),
                new CopyRules(usual.links(), usual.filter(), Overwrite.DIFFERENT, "old", Set.of()))) {
            assertThatThrownBy(() -> move(by(refused, plain), heard()))
                    .isInstanceOfSatisfying(
                            TransferException.class, e -> assertThat(e.reason()).isEqualTo(Reason.BAD_INPUT))
                    .hasMessageStartingWith("hop 2 of 2, 127.0.0.1 to there: ");
        }
        assertThat(progress).isEmpty();
        assertThat(events).isEmpty();
    }

    @Test
    void aFileThatTheFilterLeavesOutIsNoFailure() throws Exception {
        Path source = far.file("run7.h5", BYTES, 1);
        EntryFilter small = new EntryFilter(List.of(), 0, 9_000, null, null, null);
        TransferResult result = move(selecting(order(source, "/copy.h5", BYTES), small), heard());
        assertThat(result.report().files()).isZero();
        assertThat(result.hops()).hasSize(1);
        assertThat(far.data.resolve("copy.h5")).doesNotExist();
        assertThat(nearData).isEmptyDirectory();
    }

    @Test
    void aFailureThatNoRunGetsOverLeavesNothingBehind() throws Exception {
        assertThatThrownBy(() -> move(order(directory.resolve("absent"), "/copy.h5", -1), heard()))
                .isInstanceOfSatisfying(
                        TransferException.class, e -> assertThat(e.reason()).isEqualTo(Reason.NOT_FOUND))
                .hasMessageContaining("hop 1 of 2, here to 127.0.0.1: ")
                .hasMessageContaining("absent");
        assertThat(nearData).isEmptyDirectory();
    }

    @Test
    void whatIsKeptAfterAFailureIsWhatARunCanUse() {
        for (Reason reason : Reason.values()) {
            TransferException failure = new TransferException(reason, "");
            boolean never = Set.of(
                            Reason.BAD_INPUT,
                            Reason.NOT_FOUND,
                            Reason.NOTHING_TO_DO,
                            Reason.UNSAFE,
                            Reason.WRONG_CONTENT,
                            Reason.VERIFICATION_FAILED,
                            Reason.INTERNAL)
                    .contains(reason);
            boolean room = Set.of(Reason.DISK_FULL, Reason.READ_ONLY, Reason.DISK_FAILED, Reason.PERMISSION)
                    .contains(reason);
            assertThat(StagedTransfer.isResumable(failure, true))
                    .as("%s at a stop", reason)
                    .isEqualTo(!never && !room);
            assertThat(StagedTransfer.isResumable(failure, false))
                    .as("%s at the destination", reason)
                    .isEqualTo(!never);
        }
        assertThat(StagedTransfer.isResumable(new TransferException(Reason.PERMISSION, "").having(7, 7), true))
                .as("one file cannot be read, the others are there")
                .isTrue();
    }
}
