package org.waybill.api;

import java.time.Duration;

/** The interfaces of provisioning systems. */
public enum ProvisioningKind {
    OSCARS_REST,
    OSCARS_SOAP,
    NSI,
    TERAPATHS,
    /** An end-site control plane. */
    ESCPS,
    /** UltraScience Net. */
    USN,
    SRM,
    BUILT_IN;

    private static final Duration SIGNALLING = Duration.ofSeconds(60);

    /**
     * How long a circuit may take from its commit until it carries data: built-in ones are bookings only, other systems
     * set up switches.
     */
    public Duration setUp() {
        return switch (this) {
            case BUILT_IN -> Duration.ZERO;
            case OSCARS_REST, OSCARS_SOAP, NSI, TERAPATHS, ESCPS, USN, SRM -> SIGNALLING;
        };
    }

    /** Whether it knows hosts by their addresses, not by attachment points. */
    public boolean knowsAddresses() {
        return switch (this) {
            case TERAPATHS, ESCPS -> true;
            case OSCARS_REST, OSCARS_SOAP, NSI, USN, SRM, BUILT_IN -> false;
        };
    }
}
