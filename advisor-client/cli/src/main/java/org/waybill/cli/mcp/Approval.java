package org.waybill.cli.mcp;

import java.time.Instant;

/**
 * That a plan may be submitted, once.
 *
 * @param seal SHA-256 of the plan's file, in hexadecimal digits
 * @param plan its id
 * @param source in its canonical spelling
 * @param destination the same
 * @param bytes at most
 * @param expiresAt when it no longer holds
 * @param by who gave it
 * @param at when
 */
record Approval(
        String seal, String plan, String source, String destination, long bytes, Instant expiresAt, By by, Instant at) {
    /** Who approves. */
    enum By {
        PERSON,
        POLICY
    }

    static Approval of(Plans.Sealed sealed, By by, Instant now) {
        Plan plan = sealed.plan();
        return new Approval(
                sealed.seal(),
                plan.id(),
                plan.source().text(),
                plan.destination().text(),
                plan.bytes(),
                plan.expiresAt(),
                by,
                now);
    }

    /** Whether it is for this plan as its file is now. */
    boolean isOf(Plans.Sealed sealed) {
        return equals(of(sealed, by, at));
    }
}
