package org.waybill.client.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.waybill.engine.CopyRules;
import org.waybill.engine.CopyRules.Extra;
import org.waybill.engine.CopyRules.Links;
import org.waybill.engine.CopyRules.Overwrite;
import org.waybill.engine.filter.EntryFilter;

/** Which transfers a staged order is made of, and where each stores its copy. */
class StagedHopsTest extends StagedCase {
    @Test
    void copiesOfDifferentFilesHaveDirectoriesOfTheirOwn() throws Exception {
        far.file("run7/a", 1_000, 1);
        TransferOrder all = order(directory.resolve("run7"), "/run7", 1_000);
        EntryFilter small = new EntryFilter(List.of(), 0, 9_000, null, null, null);
        stopAtSecondHop(all);
        stopAtSecondHop(selecting(all, small));
        assertThat(nearData.toFile().list()).hasSize(2);
        stopAtSecondHop(selecting(all, new EntryFilter(List.of(), 0, 9_000, Instant.EPOCH, null, null)));
        assertThat(nearData.toFile().list())
                .as("an age is another time at each run")
                .hasSize(2);
    }

    @Test
    void theContentsOfADirectoryComeIntoTheDestinationItself() throws Exception {
        far.file("run7/sub/a", 1_000, 1);
        move(order(directory.resolve("run7"), "/", "/into/", 1_000), heard());
        assertThat(far.data.resolve("into/sub/a")).exists();
        assertThat(nearData).isEmptyDirectory();
    }

    @Test
    void whatTheUserAskedForHoldsForTheHopsThatItConcerns() {
        CopyRules asked = new CopyRules(
                Links.KEEP,
                new EntryFilter(List.of(), 5, 9, null, null, null),
                Overwrite.NEVER,
                "old",
                Set.of(Extra.HOLES));
        TransferOrder order = order(directory.resolve("x"), "/x", 7);
        TransferOrder hops = TransferOrder.of(order.request().with(asked), "tcp", "here", "there", 1, true)
                .along(option(order.request().source(), "/x", order.request().destination()), 7);
        CopyRules first = hops.hops().getFirst().request().rules();
        CopyRules last = hops.hops().getLast().request().rules();
        assertThat(first).isEqualTo(new CopyRules(Links.KEEP, asked.filter(), Overwrite.DIFFERENT, "", asked.extras()));
        assertThat(last).isEqualTo(new CopyRules(Links.KEEP, EntryFilter.ALL, Overwrite.NEVER, "old", asked.extras()));
    }
}
