package org.waybill.cli.advise;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.client.estimate.Estimate;
import org.waybill.client.workflow.Workflow;
import org.waybill.client.workflow.kept.AdviceDifference;
import org.waybill.client.workflow.kept.AdviceOutcome;
import org.waybill.client.workflow.kept.KeptAdvice;
import org.waybill.client.workflow.kept.KeptAdvices;
import org.waybill.engine.TransferException;

/**
 * What {@code waybill replay} found.
 *
 * @param advices that were judged again
 * @param equal of them gave what was kept
 */
record ReplayDocument(String status, int advices, int equal, List<Replayed> replayed) {
    /**
     * One advice.
     *
     * @param version of the Waybill that gave the advice
     * @param differences between what was kept and what is judged now; none if they are the same
     * @param options in the order of today's judgement
     */
    record Replayed(
            String id,
            String file,
            Instant madeAt,
            String version,
            String source,
            String destination,
            List<AdviceDifference> differences,
            List<Option> options) {}

    /**
     * An option of an advice.
     *
     * @param outcomeSeconds how long it took, each time that it was carried out
     */
    record Option(
            int rank,
            String id,
            @Nullable Double secondsP50,
            @Nullable Double secondsP90,
            String evidence,
            List<Double> outcomeSeconds) {}

    static ReplayDocument of(List<Replayed> replayed, String same, String different) {
        int equal = (int)
                replayed.stream().filter(one -> one.differences().isEmpty()).count();
        return new ReplayDocument(
                equal == replayed.size() ? same : different, replayed.size(), equal, List.copyOf(replayed));
    }

    /** @throws TransferException for a file that is damaged or of a newer Waybill */
    static Replayed replay(Path file) throws TransferException {
        KeptAdvice kept = KeptAdvices.read(file);
        KeptAdvice.Replay now = kept.replay(file.toString());
        return new Replayed(
                kept.facts().id(),
                file.toString(),
                kept.facts().now(),
                kept.facts().version(),
                kept.facts().request().source().format(),
                kept.facts().request().destination().format(),
                now.differences(),
                now.advice().workflows().stream()
                        .map(option -> option(option, kept.outcomes()))
                        .toList());
    }

    private static Option option(Workflow option, List<AdviceOutcome> outcomes) {
        Estimate estimate = option.estimate();
        return new Option(
                option.rank(),
                option.id(),
                estimate.secondsP50(),
                estimate.secondsP90(),
                estimate.evidence().name(),
                outcomes.stream()
                        .filter(one -> one.option().equals(option.id()))
                        .map(AdviceOutcome::seconds)
                        .toList());
    }
}
