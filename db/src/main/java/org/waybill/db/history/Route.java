package org.waybill.db.history;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;

/** What is transferred between which hosts, and how: common to transfers and forecasts. */
@Embeddable
public record Route(
        @Column(name = "source_host") String sourceHost,
        @Column(name = "destination_host") String destinationHost,
        String transport,
        String via,
        int streams,
        String storage,
        @Column(name = "byte_count") long bytes,
        @Column(name = "file_count") long files) {}
