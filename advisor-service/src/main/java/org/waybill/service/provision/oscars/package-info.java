/**
 * Start at {@link OscarsRestProvider} (1.x) or {@link OscarsSoapProvider} (0.6, signed SOAP): OSCARS, ESnet's circuits.
 */
@NullMarked
package org.waybill.service.provision.oscars;

import org.jspecify.annotations.NullMarked;
