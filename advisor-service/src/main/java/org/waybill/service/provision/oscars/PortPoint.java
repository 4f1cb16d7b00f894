package org.waybill.service.provision.oscars;

import org.waybill.service.InputChecks;

/**
 * Where a circuit meets OSCARS: a port of a device, such as {@code denv-cr5:10/1/11?vlan=100}.
 *
 * @param port its URN, with the device before the first colon
 * @param vlan 2..4094
 */
record PortPoint(String port, int vlan) {
    static PortPoint of(String point) {
        String[] parts = point.split("\\?vlan=", 2);
        if (parts.length == 2
                && parts[0].indexOf(':') > 0
                && parts[1].matches("[1-9][0-9]{0,3}")
                && Integer.parseInt(parts[1]) <= 4094) {
            return new PortPoint(parts[0], Integer.parseInt(parts[1]));
        }
        throw InputChecks.bad("'" + point + "' is not a port of OSCARS: attach at DEVICE:PORT?vlan=2..4094");
    }

    String device() {
        return port.substring(0, port.indexOf(':'));
    }
}
