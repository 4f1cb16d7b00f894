package org.waybill.service.provision.nsi;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.waybill.api.ServiceException;
import org.waybill.service.Xml;
import org.waybill.service.provision.CircuitHoldOrder;
import org.waybill.service.provision.CircuitProvider;
import org.waybill.service.provision.HeldCircuit;
import org.waybill.service.provision.KnownTopology;
import org.waybill.service.provision.PlannedQuotes;
import org.waybill.service.provision.Quotes;
import org.waybill.service.provision.VolumeRequest;
import org.waybill.service.provision.wire.ProvisioningHttpClient;
import org.waybill.service.provision.wire.Soap;

/**
 * NSI Connection Service 2.0 as its requester: reserve and commit in two phases, then provision; release and terminate.
 * Confirmations come as callbacks where we have an address for them ({@code replyTo}); whether or not, the connection's
 * state is asked for with {@code querySummarySync} until it is the expected one. NSI does not say what is free: quotes
 * are based on an imported NML topology, or on the rate that the caller named, and {@code reserve} is the test.
 */
public final class NsiProvider implements CircuitProvider {
    /** States from which no reservation comes. */
    private static final Set<String> FAILED = Set.of("ReserveFailed", "ReserveTimeout");

    private static final String ACTION = "http://schemas.ogf.org/nsi/2013/12/connection/service/";

    private final ProvisioningHttpClient exchange;
    private final NsiMessages messages;
    private final NsiCallbacks callbacks;
    private final KnownTopology topology;
    private final Duration poll;
    private final Duration patience;

    /**
     * A requester of one provider agent.
     *
     * @param poll how long to wait for a callback before asking for the state of the connection
     * @param patience the longest that any operation may take
     */
    public NsiProvider(
            ProvisioningHttpClient exchange,
            NsiCallbacks callbacks,
            KnownTopology topology,
            Duration poll,
            Duration patience) {
        this.exchange = exchange;
        this.callbacks = callbacks;
        this.topology = topology;
        this.poll = poll;
        this.patience = patience;
        String base = exchange.access().setting("replyTo").orElse("");
        String replyTo = base.isEmpty() ? "" : base + (base.endsWith("/") ? "" : "/") + callbacks.secret();
        this.messages = new NsiMessages(
                exchange.access().required("requesterNsa"), exchange.access().required("providerNsa"), replyTo);
    }

    @Override
    public Quotes quote(VolumeRequest ask) {
        VolumeRequest networks = ask.between(network(ask.ingress()), network(ask.egress()));
        return topology.quote(networks).orElseGet(() -> PlannedQuotes.asAsked(ask));
    }

    /** {@code urn:ogf:network:DOMAIN:YEAR:...} -> {@code DOMAIN:YEAR}, as {@code NmlTopology} names networks. */
    private static String network(String stp) {
        String[] parts = stp.split(":");
        return stp.startsWith("urn:ogf:network:") && parts.length >= 5 ? parts[3] + ":" + parts[4] : stp;
    }

    @Override
    public HeldCircuit hold(CircuitHoldOrder wanted) {
        String correlation = correlation();
        CompletableFuture<Element> confirmation = callbacks.expect(correlation);
        try {
            Element response = call("reserve", messages.reserve(wanted, correlation));
            String connection = Xml.text(response, "connectionId");
            if (connection.isEmpty()) {
                throw exchange.unavailable("returns no connection id");
            }
            try {
                await(connection, confirmation, "reservationState", "ReserveHeld");
            } catch (ServiceException failed) {
                giveUp(connection);
                throw failed;
            }
            // the provider times its holds out by itself and does not say when
            return HeldCircuit.asWanted(wanted, connection, null);
        } finally {
            callbacks.forget(correlation);
        }
    }

    private void giveUp(String connection) {
        try {
            release(connection);
        } catch (ServiceException alsoFailed) {
            // the provider's own time-out ends it
        }
    }

    @Override
    public void commit(String connection) {
        if (state(connection, "reservationState").equals("ReserveHeld")) {
            operate("reserveCommit", connection, "reservationState", "ReserveStart");
        } else if (!state(connection, "reservationState").equals("ReserveStart")) {
            throw exchange.conflict("no longer holds the circuit");
        }
        operate("provision", connection, "provisionState", "Provisioned");
    }

    @Override
    public void release(String connection) {
        String lifecycle = state(connection, "lifecycleState");
        if (Set.of("Terminated", "PassedEndTime", "").contains(lifecycle)) {
            return;
        }
        if (state(connection, "provisionState").equals("Provisioned")) {
            operate("release", connection, "provisionState", "Released");
        }
        operate("terminate", connection, "lifecycleState", "Terminated");
    }

    private void operate(String operation, String connection, String part, String wanted) {
        String correlation = correlation();
        CompletableFuture<Element> confirmation = callbacks.expect(correlation);
        try {
            call(operation, messages.request(operation, connection, correlation));
            await(connection, confirmation, part, wanted);
        } finally {
            callbacks.forget(correlation);
        }
    }

    /** Waits for the callback or for the state, whichever comes first. */
    private void await(String connection, CompletableFuture<Element> confirmation, String part, String wanted) {
        long deadline = System.nanoTime() + patience.toNanos();
        while (System.nanoTime() < deadline) {
            Optional<Element> came = wait(confirmation);
            if (came.isPresent()) {
                confirmed(came.get());
                return;
            }
            String now = state(connection, part);
            if (now.equals(wanted)) {
                return;
            }
            if (FAILED.contains(now)) {
                throw refused(now);
            }
        }
        throw exchange.unavailable("did not finish within " + patience.toSeconds() + " s");
    }

    private void confirmed(Element message) {
        String name = String.valueOf(message.getLocalName());
        if (!name.endsWith("Confirmed")) {
            throw refused(Xml.text(message, "text"));
        }
    }

    private ServiceException refused(String why) {
        return exchange.conflict("refuses: " + Soap.oneLine(why));
    }

    private Optional<Element> wait(CompletableFuture<Element> confirmation) {
        try {
            return Optional.of(confirmation.get(poll.toMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException notYet) {
            return Optional.empty();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw exchange.unavailable("was not waited for", e);
        }
    }

    /** A part of the connection's state; empty if the provider no longer knows the connection. */
    private String state(String connection, String part) {
        Element summary = call("querySummarySync", messages.query(connection, correlation()));
        return Xml.first(summary, "connectionStates")
                .map(states -> Xml.text(states, part))
                .orElse("");
    }

    private Element call(String operation, Document message) {
        return Soap.call(exchange, Soap.V11, ACTION + operation, message);
    }

    private static String correlation() {
        return "urn:uuid:" + UUID.randomUUID();
    }
}
