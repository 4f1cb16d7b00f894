package org.waybill.engine.mover.store;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * U+FFFD in a listed name: a decoder put it there for bytes that are not UTF-8, or the name really has this character.
 * The server knows: only a name that it has can be asked for.
 */
public final class ReplacementCharacterNames {
    private ReplacementCharacterNames() {}

    /** What a path is; empty when there is nothing. */
    @FunctionalInterface
    public interface Question<E extends Exception> {
        Optional<Entry> ask(String path) throws E;
    }

    /** The same entries; those that cannot be asked for by their names are {@link Entry.Kind#UNNAMEABLE}. */
    public static <E extends Exception> List<Entry> judge(List<Entry> listed, Question<E> server) throws E {
        List<Entry> judged = new ArrayList<>(listed.size());
        Set<String> asked = new HashSet<>();
        for (Entry entry : listed) {
            // of two names that read alike one at most is what it reads
            boolean known = entry.name().indexOf('\uFFFD') < 0
                    || (asked.add(entry.path()) && server.ask(entry.path()).isPresent());
            judged.add(known ? entry : entry.unnameable());
        }
        return judged;
    }
}
