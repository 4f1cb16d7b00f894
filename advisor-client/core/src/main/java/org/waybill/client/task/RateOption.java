package org.waybill.client.task;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

/** The limit of the rate among the words of a command: all commands that may be tasks have the option. */
final class RateOption {
    private static final String RATE = "--rate";
    private static final Set<String> SAME = Set.of(RATE, "--bwlimit");

    private RateOption() {}

    /** The words with this limit and no other. */
    static List<String> set(List<String> words, String rate) {
        List<String> limited = new ArrayList<>(without(words));
        limited.add(1, RATE + "=" + rate);
        return List.copyOf(limited);
    }

    static List<String> without(List<String> words) {
        List<String> rest = new ArrayList<>();
        boolean options = true;
        for (Iterator<String> all = words.iterator(); all.hasNext(); ) {
            String word = all.next();
            options &= !word.equals("--");
            if (options && SAME.contains(word) && all.hasNext()) {
                all.next();
            } else if (!options || SAME.stream().noneMatch(one -> word.startsWith(one + "="))) {
                rest.add(word);
            }
        }
        return List.copyOf(rest);
    }
}
