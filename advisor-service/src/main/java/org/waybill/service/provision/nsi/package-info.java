/**
 * Start at {@link NsiProvider}: NSI Connection Service 2.0 (GFD.212): a network's provider agent, ours as the requester
 * agent.
 */
@NullMarked
package org.waybill.service.provision.nsi;

import org.jspecify.annotations.NullMarked;
