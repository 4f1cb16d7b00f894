package org.waybill.service.discovery;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.api.Checksum;
import org.waybill.api.ReplicaAccess;

/**
 * One file at one or more hosts as one catalogue lists it.
 *
 * @param host that the catalogue names for all of the accesses, empty if it names none
 */
record CatalogueFile(
        String name,
        String dataset,
        @Nullable Long bytes,
        List<Checksum> checksums,
        String host,
        List<Access> accesses) {

    /** An access to a copy. */
    record Access(ReplicaAccess way, String host, int priority) {}

    /** What a catalogue lists, and what of it was left out and why. */
    record Answer(List<CatalogueFile> files, List<String> problems) {
        Answer() {
            this(new ArrayList<>(), new ArrayList<>());
        }

        void leftOut(String what) {
            // a catalogue may be wrong a thousand times: the first few say enough
            if (problems.size() < 10) {
                problems.add(what);
            }
        }
    }
}
