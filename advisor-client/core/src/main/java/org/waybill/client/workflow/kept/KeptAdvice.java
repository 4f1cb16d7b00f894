package org.waybill.client.workflow.kept;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.waybill.client.workflow.Advice;
import org.waybill.client.workflow.AdviceFacts;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * An advice as it is kept: a JSON document, {@code schemas/kept-advice.schema.json}.
 *
 * @param format of the document; it grows when an older Waybill could no longer judge the facts, as KeptFormatTest asks
 *     at each change of what is kept
 * @param advice as it was given
 * @param outcomes of the options that were carried out, in the order in which they ended
 */
public record KeptAdvice(int format, AdviceFacts facts, JsonNode advice, List<AdviceOutcome> outcomes) {
    private static final JsonMapper JSON = JsonMapper.shared();
    static final int FORMAT = 3;

    public KeptAdvice {
        Objects.requireNonNull(facts, "facts");
        Objects.requireNonNull(advice, "advice");
        outcomes = List.copyOf(outcomes);
    }

    /** What was judged now by this Waybill, and how that differs from what was kept. */
    public record Replay(Advice advice, List<AdviceDifference> differences) {}

    static KeptAdvice of(AdviceFacts facts, Advice advice) {
        return new KeptAdvice(FORMAT, facts, JSON.valueToTree(advice), List.of());
    }

    /**
     * Reads a document.
     *
     * @param name of the file, for messages
     * @throws TransferException for one that is damaged or of a newer Waybill
     */
    static KeptAdvice parse(String text, String name) throws TransferException {
        try {
            JsonNode document = JSON.readTree(text);
            int format = document.path("format").asInt(0);
            if (format > FORMAT) {
                throw new TransferException(
                        Reason.BAD_INPUT,
                        name + " was kept by a newer Waybill (format " + format
                                + "): replay it with that one, or with --planner JAR");
            }
            return JSON.treeToValue(document, KeptAdvice.class);
        } catch (JacksonException e) {
            throw damaged(name, e.getOriginalMessage(), e);
        }
    }

    private static TransferException damaged(String name, String why, Exception cause) {
        return new TransferException(
                Reason.BAD_INPUT,
                name + " is not a kept advice, or is damaged ("
                        + why.lines().findFirst().orElse("").strip() + ")",
                cause);
    }

    String text() {
        return JSON.writeValueAsString(this) + "\n";
    }

    KeptAdvice with(AdviceOutcome outcome) {
        return new KeptAdvice(
                format,
                facts,
                advice,
                Stream.concat(outcomes.stream(), Stream.of(outcome)).toList());
    }

    /**
     * Judges the facts again.
     *
     * @param name of the file, for messages
     * @throws TransferException for facts that cannot be judged, as of a damaged file
     */
    public Replay replay(String name) throws TransferException {
        try {
            Advice now = facts.judge().advice();
            return new Replay(now, AdviceDifference.between(advice, JSON.readTree(JSON.writeValueAsString(now))));
        } catch (RuntimeException e) {
            throw damaged(name, String.valueOf(e.getMessage()), e);
        }
    }
}
