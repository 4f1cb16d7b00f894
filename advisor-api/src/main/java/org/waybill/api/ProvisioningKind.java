package org.waybill.api;

/** The interfaces of provisioning systems. */
public enum ProvisioningKind {
    OSCARS_REST,
    OSCARS_SOAP,
    NSI,
    TERAPATHS,
    SRM,
    BUILT_IN
}
