package org.waybill.service.discovery;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.waybill.api.Checksum;
import org.waybill.api.FoundFile;
import org.waybill.api.Replica;
import org.waybill.api.ReplicaAccess;

/**
 * Puts the copies of a file together: the same name and size, and no checksum of one type with two values. Copies that
 * contradict each other stay apart, and it is said so.
 */
final class ReplicaGrouping {
    /** One file in the making. */
    private static final class Group {
        private final CatalogueFile first;
        private @Nullable Long bytes;
        private final Map<String, Checksum> checksums = new TreeMap<>();
        private final Map<String, Replica> replicas = new LinkedHashMap<>();

        private Group(CatalogueFile first) {
            this.first = first;
        }

        private boolean takes(CatalogueFile copy) {
            boolean sizes = bytes == null || copy.bytes() == null || bytes.equals(copy.bytes());
            return sizes
                    && copy.checksums().stream()
                            .allMatch(sum ->
                                    checksums.getOrDefault(sum.type(), sum).equals(sum));
        }

        private void add(String catalogue, CatalogueFile copy) {
            bytes = bytes == null ? copy.bytes() : bytes;
            copy.checksums().forEach(sum -> checksums.putIfAbsent(sum.type(), sum));
            for (CatalogueFile.Access access : copy.accesses()) {
                String host = copy.host().isEmpty() ? access.host() : copy.host();
                replicas.merge(
                        host,
                        new Replica(host, List.of(access.way()), access.priority(), catalogue, null),
                        Group::both);
            }
        }

        private static Replica both(Replica known, Replica more) {
            List<ReplicaAccess> accesses = new ArrayList<>(known.accesses());
            more.accesses().stream()
                    .filter(access -> !accesses.contains(access))
                    .forEach(accesses::add);
            int priority = known.priority() == 0 || more.priority() == 0
                    ? Math.max(known.priority(), more.priority())
                    : Math.min(known.priority(), more.priority());
            return new Replica(known.host(), List.copyOf(accesses), priority, known.catalogue(), null);
        }

        private FoundFile file() {
            List<Replica> sorted = new ArrayList<>(replicas.values());
            sorted.sort(Comparator.comparingInt(
                            (Replica replica) -> replica.priority() == 0 ? Integer.MAX_VALUE : replica.priority())
                    .thenComparing(Replica::host));
            return new FoundFile(first.name(), first.dataset(), bytes, List.copyOf(checksums.values()), sorted);
        }
    }

    private final Map<String, List<Group>> byName = new LinkedHashMap<>();

    void add(String catalogue, CatalogueFile copy) {
        List<Group> groups = byName.computeIfAbsent(copy.name(), _ -> new ArrayList<>());
        Group group = groups.stream().filter(one -> one.takes(copy)).findFirst().orElse(null);
        if (group == null) {
            group = new Group(copy);
            groups.add(group);
        }
        group.add(catalogue, copy);
    }

    /** In the order of their names. */
    List<FoundFile> files() {
        return byName.values().stream()
                .flatMap(List::stream)
                .map(Group::file)
                .sorted(Comparator.comparing(FoundFile::name))
                .toList();
    }

    /** Names of which there are files that differ. */
    List<String> contradictions() {
        List<String> lines = new ArrayList<>();
        for (String name : new TreeSet<>(byName.keySet())) {
            int different = byName.getOrDefault(name, List.of()).size();
            if (different > 1) {
                lines.add(name + ": " + different + " files of that name differ in size or checksum");
            }
        }
        return lines;
    }
}
