package org.waybill.client.execution;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.waybill.api.ServiceException;
import org.waybill.api.circuit.CircuitHold;
import org.waybill.api.circuit.CircuitReservation;
import org.waybill.api.circuit.CircuitService;
import org.waybill.client.workflow.option.PlannedCircuit;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferRequest;

/**
 * Carries out transfers over circuits: holds the circuit that the order names, makes it last, waits until it carries
 * data, copies, and gives it back however the transfer ends. Other orders are carried out as they are. Blocking; an
 * interrupt stops the wait or the transfer, and the circuit is given back all the same. See decision 0200.
 *
 * @param service asked only for orders that name a circuit
 */
public record CircuitTransferService(
        TransferService moves, Supplier<? extends CircuitService> service, RetryClock ticker) {
    /** So that a clock that is set meanwhile is noticed. */
    private static final Duration LONGEST_SLEEP = Duration.ofSeconds(10);

    /**
     * Moves the data.
     *
     * @throws TransferException {@link Reason#UNSAFE} if the circuit is no longer free, and what a transfer may end
     *     with
     */
    public TransferResult move(TransferOrder order, TransferListener listener)
            throws TransferException, InterruptedException {
        PlannedCircuit circuit = order.circuit();
        if (circuit == null || order.request().dryRun()) {
            return moves.move(order, listener);
        }
        Instant deadline = order.request().deadline();
        requireInTime(circuit, circuit.start(), deadline);
        CircuitReservation held = hold(circuit);
        try {
            requireInTime(circuit, held.start(), deadline);
            ask(circuits -> circuits.commitCircuit(held.id()));
            listener.onEvent(
                    "CIRCUIT_RESERVED",
                    circuit.system() + " has reserved the circuit from " + held.start() + " to " + held.end());
            await(circuit.readyAt(ticker.now(), held.start()), listener);
            return moves.move(within(order, held), listener);
        } finally {
            giveBack(held.id(), listener);
        }
    }

    private void requireInTime(PlannedCircuit circuit, Instant start, @Nullable Instant deadline)
            throws TransferException {
        if (deadline != null && !circuit.readyAt(ticker.now(), start).isBefore(deadline)) {
            throw new TransferException(
                    Reason.DEADLINE_MISSED,
                    "the circuit starts at " + start + ", which is not before the deadline " + deadline);
        }
    }

    /** An attempt's own hold; one of which no answer came does not keep the bandwidth from the next attempt. */
    private CircuitReservation hold(PlannedCircuit circuit) throws TransferException {
        CircuitHold attempt = circuit.hold(UUID.randomUUID());
        return ask(circuits -> {
            try {
                return circuits.holdCircuit(attempt);
            } catch (ServiceException refused) {
                if (refused.meaning() == ServiceException.Code.UNREACHABLE) {
                    release(attempt.id());
                }
                throw refused;
            }
        });
    }

    private <T> T ask(Function<CircuitService, T> question) throws TransferException {
        try {
            return question.apply(service.get());
        } catch (ServiceException refused) {
            throw refused("the circuit", refused);
        }
    }

    /** What a service's refusal means to a transfer. @param what was refused */
    static TransferException refused(String what, ServiceException refused) {
        return new TransferException(reason(refused), what + ": " + refused.getMessage(), refused);
    }

    private static Reason reason(ServiceException refused) {
        return switch (refused.meaning()) {
            // nothing that the user wrote wrongly: another user was quicker
            case CONFLICT -> Reason.UNSAFE;
            case FORBIDDEN -> Reason.PERMISSION;
            case UNAUTHENTICATED -> Reason.AUTHENTICATION;
            case UNTRUSTED -> Reason.CERTIFICATE;
            case UNAVAILABLE, UNREACHABLE -> Reason.UNREACHABLE;
            case BAD_REQUEST, NOT_FOUND -> Reason.BAD_INPUT;
            case TOO_LARGE -> Reason.LIMIT;
            case DISK_FULL -> Reason.DISK_FULL;
            case INTERNAL -> Reason.INTERNAL;
        };
    }

    private void await(Instant start, TransferListener listener) throws InterruptedException {
        boolean reported = false;
        for (Duration left = left(start); left.isPositive(); left = left(start)) {
            if (!reported) {
                listener.onEvent("CIRCUIT_WAIT", "waiting until " + start + " for the circuit");
                reported = true;
            }
            ticker.sleep(left.compareTo(LONGEST_SLEEP) < 0 ? left : LONGEST_SLEEP);
        }
    }

    private Duration left(Instant start) {
        return Duration.between(ticker.now(), start);
    }

    /** What needs a path of its own ends with the circuit; the forecast is that of the transfer, without the wait. */
    private static TransferOrder within(TransferOrder order, CircuitReservation held) {
        PlannedCircuit circuit = order.circuit();
        TransferRequest request = order.request().dedicated() ? order.request().until(held.end()) : order.request();
        return order.with(
                request,
                order.transport(),
                circuit == null ? order.forecast() : order.forecast().after(circuit.waitSeconds()));
    }

    private void giveBack(String id, TransferListener listener) {
        release(id)
                .ifPresent(e -> listener.onEvent(
                        "CIRCUIT_KEPT",
                        "cannot release the circuit: run 'waybill reserve release " + id + "' (" + e.getMessage()
                                + ")"));
    }

    /** Also for an interrupted thread, whose calls would fail. @return why it failed */
    private Optional<ServiceException> release(String id) {
        boolean interrupted = Thread.interrupted();
        try {
            service.get().releaseCircuit(id);
            return Optional.empty();
        } catch (ServiceException e) {
            return Optional.of(e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
