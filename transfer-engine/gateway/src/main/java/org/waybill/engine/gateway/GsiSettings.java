package org.waybill.engine.gateway;

import java.util.Set;
import javax.security.auth.x500.X500Principal;
import org.waybill.engine.gsi.GsiCredential;
import org.waybill.engine.gsi.GsiTrust;

/**
 * Who the gateway is to grid clients and whom it lets in.
 *
 * @param credential the gateway's host certificate
 * @param subjects who may use it; empty for all whom {@code trust} vouches for
 */
public record GsiSettings(GsiCredential credential, GsiTrust trust, Set<X500Principal> subjects) {
    public GsiSettings {
        subjects = Set.copyOf(subjects);
    }

    boolean admits(X500Principal subject) {
        return subjects.isEmpty() || subjects.contains(subject);
    }
}
