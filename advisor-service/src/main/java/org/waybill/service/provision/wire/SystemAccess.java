package org.waybill.service.provision.wire;

import java.net.URI;
import java.util.Map;
import java.util.Optional;
import org.waybill.protocol.WebUrls;
import org.waybill.service.InputChecks;

/**
 * How a provisioning system may be reached: its address from the catalogue, allowed and completed by a file of the
 * service's own machine.
 *
 * @param name the system's name in the catalogue
 * @param settings from the file; secrets are in files that it names
 */
public record SystemAccess(String name, URI url, Map<String, String> settings) {
    /** Checks that the address may be called: https, or this machine. */
    public SystemAccess {
        settings = Map.copyOf(settings);
        if (!WebUrls.keepsSecrets(url)) {
            throw InputChecks.bad("the address of " + name + " is not https: credentials are never sent unencrypted");
        }
    }

    public Optional<String> setting(String key) {
        return Optional.ofNullable(settings.get(key));
    }

    /** A setting without which the system cannot be called. */
    public String required(String key) {
        return setting(key)
                .orElseThrow(() -> InputChecks.bad(name + " needs the setting " + key + " in its access file"));
    }

    /** Never the settings. */
    @Override
    public String toString() {
        return name + " at " + url;
    }
}
