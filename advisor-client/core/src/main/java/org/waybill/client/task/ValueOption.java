package org.waybill.client.task;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * An option among the words of a command that a task may get another value of.
 *
 * @param name that a new value is written with
 * @param same all names of it
 * @param commands that have it
 */
record ValueOption(String name, Set<String> same, Set<String> commands) {
    /** The limit of the rate. */
    static final ValueOption RATE =
            new ValueOption("--rate", Set.of("--rate", "--bwlimit"), Set.of("copy", "sync", "distribute"));

    static final ValueOption DEADLINE = new ValueOption("--deadline", Set.of("--deadline"), Set.of("copy", "sync"));

    boolean isOf(String command) {
        return commands.contains(command);
    }

    /** The words with this value and no other; empty for none. */
    List<String> set(List<String> words, String value) {
        List<String> changed = new ArrayList<>(without(words));
        if (!value.isEmpty()) {
            changed.addAll(1, List.of(name, value));
        }
        return List.copyOf(changed);
    }

    List<String> without(List<String> words) {
        return split(words).rest();
    }

    /** The last value among the words. */
    Optional<String> value(List<String> words) {
        List<String> values = split(words).values();
        return values.isEmpty() ? Optional.empty() : Optional.of(values.getLast());
    }

    private record Split(List<String> rest, List<String> values) {}

    private Split split(List<String> words) {
        List<String> rest = new ArrayList<>();
        List<String> values = new ArrayList<>();
        boolean options = true;
        for (Iterator<String> all = words.iterator(); all.hasNext(); ) {
            String word = all.next();
            options &= !word.equals("--");
            int value = word.indexOf('=') + 1;
            if (options && same.contains(word) && all.hasNext()) {
                values.add(all.next());
            } else if (options && value > 0 && same.contains(word.substring(0, value - 1))) {
                values.add(word.substring(value));
            } else {
                rest.add(word);
            }
        }
        return new Split(List.copyOf(rest), values);
    }
}
