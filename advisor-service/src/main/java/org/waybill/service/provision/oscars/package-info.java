/** OSCARS, ESnet's circuits: 1.x over REST and 0.6 over signed SOAP. */
@NullMarked
package org.waybill.service.provision.oscars;

import org.jspecify.annotations.NullMarked;
