package org.waybill.client.execution;

import org.jspecify.annotations.Nullable;
import org.waybill.api.TransferOutcome;
import org.waybill.client.estimate.Estimate;
import org.waybill.client.workflow.Workflow;
import org.waybill.client.workflow.option.PlannedCircuit;
import org.waybill.engine.TransferRequest;
import org.waybill.protocol.Protocols;
import org.waybill.protocol.Tool;
import org.waybill.protocol.Transport;

/**
 * A transfer to be carried out.
 *
 * @param request what to copy, already in the terms of the transport
 * @param transport the mover's name: {@code tcp}, {@code sftp}, ...
 * @param sourceHost the host's name in the history
 * @param destinationHost likewise
 * @param files how many files are expected, 0 if unknown
 * @param forecast what was forecast, or {@link Estimate#UNKNOWN}
 * @param circuit to be reserved for it; null for none
 * @param named whether the user has named the transport, which is then kept
 */
public record TransferOrder(
        TransferRequest request,
        String transport,
        String sourceHost,
        String destinationHost,
        long files,
        Estimate forecast,
        @Nullable PlannedCircuit circuit,
        boolean named) {
    /**
     * An option of an advice. Over a circuit the engine sends no faster than is reserved, since more would be dropped;
     * a copy that a catalogue of data lists is compared with the checksums that it lists.
     *
     * @param request the option's endpoints and what else the user requests
     * @param named whether the user has named the option
     */
    public static TransferOrder along(
            Workflow option,
            TransferRequest request,
            String sourceHost,
            String destinationHost,
            long files,
            boolean named) {
        PlannedCircuit circuit = option.circuit();
        TransferRequest described = option.replica() == null
                ? request
                : request.expecting(option.replica().expected());
        TransferRequest fitted = circuit != null && option.tool().equals(Tool.WAYBILL.command())
                ? described.within((long) circuit.bitsPerSecond())
                : described;
        return new TransferOrder(
                fitted, option.transport(), sourceHost, destinationHost, files, option.estimate(), circuit, named);
    }

    /**
     * The transport that continues where datagrams do not get through; null if there is none, or the user excludes it.
     */
    @Nullable
    String instead() {
        return !named && Protocols.transport(transport).isDatagrams() ? Transport.TCP.name() : null;
    }

    /** The path's name in the history: what was copied over a circuit says nothing of the path that others share. */
    String path(String via) {
        return circuit == null ? via : TransferOutcome.CIRCUIT + circuit.system();
    }
}
