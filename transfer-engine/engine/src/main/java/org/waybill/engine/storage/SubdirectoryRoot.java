package org.waybill.engine.storage;

import java.io.IOException;
import java.util.List;

/**
 * One directory of a root, under the names that it has there: nothing leads out of that directory, also no symbolic
 * link that stays inside the root.
 */
final class SubdirectoryRoot extends ConfinedRoot {
    private final List<String> prefix;
    private final ConfinedRoot inner;

    /** Closes the outer root, also if it fails. */
    SubdirectoryRoot(ConfinedRoot outer, List<String> prefix) throws IOException {
        this.prefix = List.copyOf(prefix);
        try (outer;
                Directory top = outer.open(prefix)) {
            inner = ConfinedRoot.open(top.path());
        }
    }

    @Override
    int depth() {
        return prefix.size();
    }

    private List<String> within(List<String> names) throws BadNameException {
        if (names.size() < prefix.size() || !names.subList(0, prefix.size()).equals(prefix)) {
            throw new BadNameException("it is outside of /" + EntryNames.printable(String.join("/", prefix)));
        }
        return names.subList(prefix.size(), names.size());
    }

    @Override
    Directory openChecked(List<String> names) throws IOException {
        return inner.openChecked(within(names));
    }

    @Override
    Directory pinChecked(List<String> names) throws IOException {
        return inner.pinChecked(within(names));
    }

    @Override
    public void close() {
        inner.close();
    }
}
