package org.waybill.cli.advise;

import java.io.IOException;
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
    private static final System.Logger LOG = System.getLogger(AdviceAtNode.class.getName());

    @Override
    public Found find(Dataset all) throws TransferException, InterruptedException {
        Endpoint far = choice.source().isLocal() ? choice.destination() : choice.source();
        for (NodeAddress node : nodes(far.host())) {
            Optional<TransferRequest> there = place(node);
            if (there.isPresent()) {
                Endpoint source = new Endpoint(there.get().source(), true);
                Endpoint destination = new Endpoint(there.get().destination(), true);
                return new OtherOptions(
                                choice.between(source, destination),
                                AdviceSession.beside(session, request.between(source, destination), all, true))
                        .atNode();
            }
        }
        return new Found(Estimate.UNKNOWN, List.of());
    }

    private List<NodeAddress> nodes(String host) {
        try {
            return BestKnownOption.atHost(host, new PeerStore(session.home().root()).nodes());
        } catch (IOException e) {
            return List.of(); // which nodes are paired cannot be read
        }
    }

    private Optional<TransferRequest> place(NodeAddress node) throws InterruptedException {
        EndpointStores silent =
                new EndpointStores(session.home(), Vaults.credentials(session, _ -> {}), session.agent(), (_, _) -> {});
        try {
            return new PlaceAtNode(silent, remote).of(bySsh, node);
        } catch (TransferException e) {
            LOG.log(System.Logger.Level.DEBUG, "{0} and SSH are not compared: {1}", node, e.getMessage());
            return Optional.empty();
        }
    }
}
