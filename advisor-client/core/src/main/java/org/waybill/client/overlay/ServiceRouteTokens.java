package org.waybill.client.overlay;

import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.waybill.api.ServiceException;
import org.waybill.api.overlay.OverlayService;
import org.waybill.api.overlay.RouteRequest;
import org.waybill.api.overlay.SignedRoute;
import org.waybill.engine.identity.Fingerprint;
import org.waybill.engine.link.NodeAddress;
import org.waybill.engine.overlay.RouteTokens;

/**
 * Has an advisor service sign route tokens; where it does not know the relays, or cannot be reached, we sign.
 *
 * @param note receives the reason when the service did not sign
 */
public record ServiceRouteTokens(Supplier<? extends OverlayService> service, Consumer<String> note)
        implements RouteTokens {
    @Override
    public Optional<Signed> issue(Fingerprint holder, List<NodeAddress> relays, NodeAddress destination, long bytes) {
        try {
            SignedRoute route = service.get()
                    .signRoute(new RouteRequest(
                            holder.hex(),
                            relays.stream().map(NodeAddress::toString).toList(),
                            destination.toString(),
                            bytes));
            int certificates = route.fingerprints().size();
            if (certificates != relays.size()) {
                return refused("it names " + certificates + " certificates for " + relays.size() + " relays");
            }
            return Optional.of(new Signed(
                    Base64.getDecoder().decode(route.token()),
                    route.fingerprints().stream().map(Fingerprint::parse).toList()));
        } catch (ServiceException | IllegalArgumentException e) {
            return refused(String.valueOf(e.getMessage()));
        } catch (NullPointerException _) { // what a service of another make leaves out
            return refused("its answer lacks the token or the certificates");
        }
    }

    private Optional<Signed> refused(String why) {
        note.accept("waybill: the service did not sign the route token (" + why + "); this home signs it");
        return Optional.empty();
    }
}
