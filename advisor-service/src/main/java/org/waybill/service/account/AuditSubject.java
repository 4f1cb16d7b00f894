package org.waybill.service.account;

import org.waybill.api.catalog.CatalogKind;

/** What a line of the audit log is about. */
public enum AuditSubject {
    ORGANISATION(false),
    SITE(false),
    HOST(false),
    SUBNET(false),
    DOMAIN(false),
    ENDPOINT(false),
    PROVISIONING(false),
    TOPOLOGY(false),
    RELAY(false),
    TASK(false),
    WORKER(true),
    HISTORY(true),
    ACCOUNT(true),
    TOKEN(true),
    SESSION(true);

    private final boolean ofSecurity;

    AuditSubject(boolean ofSecurity) {
        this.ofSecurity = ofSecurity;
    }

    /** Whether changes also go to the log of what concerns security. */
    boolean isOfSecurity() {
        return ofSecurity;
    }

    /** That of an entry of the catalogue. */
    public static AuditSubject of(CatalogKind kind) {
        return switch (kind) {
            case ORGANISATION -> ORGANISATION;
            case SITE -> SITE;
            case HOST -> HOST;
            case SUBNET -> SUBNET;
            case DOMAIN -> DOMAIN;
            case ENDPOINT -> ENDPOINT;
            case PROVISIONING -> PROVISIONING;
            case RELAY -> RELAY;
        };
    }
}
