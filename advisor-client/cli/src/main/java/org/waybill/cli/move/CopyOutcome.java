package org.waybill.cli.move;

import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.CommandFailure;
import org.waybill.client.execution.TransferResult;
import org.waybill.engine.Reason;

/**
 * How one copy ended.
 *
 * @param result null where it failed, or was planned only
 * @param plan what a dry run found; null otherwise, and for a stream
 * @param failure null where it did not fail
 * @param reason why it does not count as a success; null where it does
 */
record CopyOutcome(
        MoveDocument document,
        @Nullable TransferResult result,
        PlannedCopy.@Nullable Found plan,
        @Nullable CommandFailure failure,
        @Nullable Reason reason) {}
