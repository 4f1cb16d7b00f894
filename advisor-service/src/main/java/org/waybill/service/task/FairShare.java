package org.waybill.service.task;

import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Whose task is next: of those of the highest priority the account's with the fewest running ones, then the oldest. */
final class FairShare {
    private FairShare() {}

    /**
     * What is due of an account at a priority.
     *
     * @param oldest the number of its first task
     */
    record Group(String account, int priority, long oldest) {}

    /** The groups, first those whose turn it is. @param running how many tasks of each account run now */
    static List<Group> inTurn(List<Group> due, Map<String, Long> running) {
        return due.stream()
                .sorted(Comparator.comparingInt(Group::priority)
                        .reversed()
                        .thenComparingLong(group -> running.getOrDefault(group.account(), 0L))
                        .thenComparingLong(Group::oldest))
                .toList();
    }
}
