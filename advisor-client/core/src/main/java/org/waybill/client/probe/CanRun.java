package org.waybill.client.probe;

import java.util.List;

/** Whether a probe can run: yes, or no with every reason. */
public sealed interface CanRun {

    /** It can. */
    record Yes() implements CanRun {}

    /** It cannot; each reason is a sentence that says what is missing. Never empty. */
    record No(List<String> reasons) implements CanRun {
        public No {
            reasons = List.copyOf(reasons);
            if (reasons.isEmpty()) {
                throw new IllegalArgumentException("a probe that cannot run says why");
            }
        }

        public No(String reason) {
            this(List.of(reason));
        }
    }

    /** Yes when there is no reason against it. */
    static CanRun unless(List<String> reasons) {
        return reasons.isEmpty() ? new Yes() : new No(reasons);
    }
}
