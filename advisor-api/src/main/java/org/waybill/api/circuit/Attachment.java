package org.waybill.api.circuit;

/**
 * Where a host or a whole site is attached to a provisioning system.
 *
 * @param system its name in the catalogue
 * @param subject a host by name or address, or the name of a site
 * @param point in the system's own words: a node of its topology, an STP's URN (NSI), {@code PORT} or
 *     {@code PORT?vlan=N} (OSCARS), a port of a switch (USN), or an address; empty to remove the attachment
 */
public record Attachment(String system, String subject, String point) {}
