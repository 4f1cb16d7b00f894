package org.waybill.planner.admission;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What one address holds: its connections, and those that may be sent away, by kind, the longest there first. */
final class AddressConnections<T> {
    private final List<Set<T>> kinds = new ArrayList<>();
    private int connections;

    AddressConnections(int kinds) {
        for (int i = 0; i < kinds; i++) {
            this.kinds.add(new LinkedHashSet<>());
        }
    }

    void enter() {
        connections++;
    }

    /** Whether it holds none any more. */
    boolean leave() {
        return --connections == 0;
    }

    int connections() {
        return connections;
    }

    void add(int kind, T one) {
        kinds.get(kind).add(one);
    }

    void remove(int kind, T one) {
        kinds.get(kind).remove(one);
    }

    /** The number of connections of the first {@code upTo} kinds. */
    int count(int upTo) {
        int count = 0;
        for (Set<T> kind : kinds.subList(0, upTo)) {
            count += kind.size();
        }
        return count;
    }

    /** All of the first {@code upTo} kinds. */
    List<T> list(int upTo) {
        return kinds.subList(0, upTo).stream().flatMap(Set::stream).toList();
    }

    /**
     * Of the first {@code upTo} kinds the most numerous one's oldest: attackers come in numbers, and a client that
     * does something else than they do is not closed because of them. There must be one.
     */
    T first(int upTo) {
        Set<T> most = kinds.getFirst();
        for (Set<T> kind : kinds.subList(1, upTo)) {
            most = kind.size() > most.size() ? kind : most;
        }
        return most.iterator().next();
    }
}
