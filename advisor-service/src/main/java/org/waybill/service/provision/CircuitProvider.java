package org.waybill.service.provision;

/**
 * A system that provisions circuits. What it refuses or cannot do is a
 * {@link org.waybill.api.ServiceException}: {@code CONFLICT} when bandwidth is not free, {@code BAD_REQUEST} when the
 * system finds the request wrong, {@code FORBIDDEN} when it refuses us, {@code UNAVAILABLE} when it does not answer or
 * answers with something that is none. See decision 0120.
 */
public interface CircuitProvider {
    /** What could be had for a volume. Sends nothing that reserves. */
    Quotes quote(VolumeRequest ask);

    /** Holds a circuit. */
    HeldCircuit hold(CircuitHoldOrder wanted);

    /** Makes a hold last, and has the circuit up from its start to its end. */
    void commit(String externalId);

    /** Gives back what was held or committed; nothing to do if that has ended by itself. */
    void release(String externalId);
}
