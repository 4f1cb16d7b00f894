package org.waybill.api;

/** A system that reserves bandwidth or storage near a host, for example OSCARS, NSI, TeraPaths, UltraScience Net or SRM. */
public record ProvisioningSystem(String name, ProvisioningKind kind, String url) {}
