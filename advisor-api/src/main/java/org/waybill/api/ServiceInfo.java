package org.waybill.api;

import java.time.Instant;
import java.util.List;

/** What a service says of itself. {@code operations} are the names of the calls that it answers. */
public record ServiceInfo(String name, String version, Instant now, List<String> operations) {}
