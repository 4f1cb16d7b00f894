package org.waybill.client.workflow;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.client.estimate.Estimate;
import org.waybill.client.workflow.explanation.ReasonCode;
import org.waybill.client.workflow.explanation.Remark;
import org.waybill.client.workflow.option.KnownReplica;
import org.waybill.client.workflow.option.PlannedCircuit;
import org.waybill.client.workflow.script.Step;
import org.waybill.protocol.Protocols;

/**
 * One ranked option to transfer the data.
 *
 * @param rank 1 is best
 * @param id the option's name, the same as long as it is the same option, with any rank
 * @param transport as {@code copy --transport} takes it ({@code tcp}, {@code sftp}, ...), or the name of the tool that
 *     only a script can use ({@code rsync}, {@code bbftp}, {@code xrdcp})
 * @param via relays as {@code host:port}, in order; empty for the direct path
 * @param streams parallel connections, 0 for the transport's own choice
 * @param security who can read and who can change the data on the way, in a sentence
 * @param reasons why it has its rank
 * @param steps what to do, in order
 * @param tool the program that the script runs: {@code waybill}, {@code scp}, {@code curl}, ...
 * @param movable whether {@code waybill copy} can carry it out itself; else it is for scripts only
 * @param circuit that is reserved for it, which {@code copy} does only when this option is chosen; null for none
 * @param replica that it takes in place of the source that was named; null for none
 */
public record Workflow(
        int rank,
        String id,
        String title,
        String transport,
        List<String> via,
        int streams,
        String security,
        Estimate estimate,
        List<Remark> reasons,
        List<Step> steps,
        String tool,
        boolean movable,
        @Nullable PlannedCircuit circuit,
        @Nullable KnownReplica replica) {
    public Workflow {
        via = List.copyOf(via);
        reasons = List.copyOf(reasons);
        steps = List.copyOf(steps);
    }

    /** Whether no other data are on its path, so that a transport without congestion control may fill it. */
    public boolean hasPathOfItsOwn() {
        return circuit != null && Protocols.transport(transport).isDatagrams();
    }

    /** Whether the data are kept at hosts between the endpoints: {@code via} names them, and no relays. */
    public boolean hasStops() {
        return reasons.stream().anyMatch(reason -> reason.code() == ReasonCode.STAGED);
    }
}
