package org.waybill.cli.advise;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.Vaults;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.estimate.Dataset;
import org.waybill.client.estimate.Estimate;
import org.waybill.client.execution.BesideAdvice;
import org.waybill.client.files.EndpointStores;
import org.waybill.client.files.PlaceAtNode;
import org.waybill.client.workflow.BestKnownOption;
import org.waybill.client.workflow.option.AdviceRequest;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.identity.PeerStore;
import org.waybill.engine.link.NodeAddress;
import org.waybill.engine.mover.store.RemoteTargets;

/**
 * Advice beside a copy by SSH to or from a host of which a node is paired: how long the node would take, if it proves to
 * show the same files. Asks nobody for a password.
 *
 * @param bySsh the copy that runs
 * @param remote knows the trees that this home has started
 */
public record AdviceAtNode(
        Session session, MoveChoice choice, AdviceRequest request, TransferRequest bySsh, RemoteTargets remote)
        implements BesideAdvice {
    @Override
    public Found find(Dataset all) throws TransferException, InterruptedException {
        Endpoint far = choice.source().isLocal() ? choice.destination() : choice.source();
        List<String> notUsed = new ArrayList<>();
        for (NodeAddress node : nodes(far.host())) {
            Optional<TransferRequest> there = place(node, notUsed);
            if (there.isPresent()) {
                Endpoint source = new Endpoint(there.get().source(), true);
                Endpoint destination = new Endpoint(there.get().destination(), true);
                return new OtherOptions(
                                choice.between(source, destination),
                                AdviceSession.beside(session, request.between(source, destination), all, true))
                        .atNode();
            }
        }
        return new Found(Estimate.UNKNOWN, List.of(), notUsed);
    }

    private List<NodeAddress> nodes(String host) {
        try {
            return BestKnownOption.atHost(host, new PeerStore(session.home().root()).nodes());
        } catch (IOException e) {
            return List.of(); // which nodes are paired cannot be read
        }
    }

    private Optional<TransferRequest> place(NodeAddress node, List<String> notUsed) throws InterruptedException {
        EndpointStores silent =
                new EndpointStores(session.home(), Vaults.credentials(session, _ -> {}), session.agent(), (_, _) -> {});
        try {
            Optional<TransferRequest> place = new PlaceAtNode(silent, remote).of(bySsh, node);
            if (place.isEmpty()) {
                notUsed.add("the node " + node + " is not used: it does not prove to keep all of the same files");
            }
            return place;
        } catch (TransferException e) {
            notUsed.add("the node " + node + " is not used: " + e.getMessage());
            return Optional.empty();
        }
    }
}
