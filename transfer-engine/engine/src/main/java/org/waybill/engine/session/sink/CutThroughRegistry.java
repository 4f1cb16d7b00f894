package org.waybill.engine.session.sink;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.identity.Fingerprint;
import org.waybill.engine.storage.CutThroughFile;
import org.waybill.engine.storage.PartialFile;
import org.waybill.engine.storage.SourceTree;
import org.waybill.engine.storage.TreeEntry;

/** What a node is receiving, by its later path: it can be sent on before it is whole. */
public final class CutThroughRegistry {
    private final ConcurrentHashMap<List<String>, Registration> coming = new ConcurrentHashMap<>();

    /**
     * Something begins to arrive there; close it when the session is over.
     *
     * @param readers who may follow it before it is whole: those who write it
     */
    public Registration begin(List<String> names, Set<Fingerprint> readers) {
        Registration begun = new Registration(List.copyOf(names), Set.copyOf(readers));
        coming.put(begun.names, begun);
        return begun;
    }

    /**
     * What is arriving there, as a source. Waits until it is known what it is; empty if nothing is arriving, if it has
     * arrived, if it is nothing that can be sent on in parts (a directory, a small file), or if it is not the
     * reader's.
     */
    public Optional<SourceTree> follow(List<String> names, Fingerprint reader) throws InterruptedException {
        Registration found = coming.get(names);
        return found == null || !found.readers.contains(reader) ? Optional.empty() : found.follow();
    }

    /** One session's. */
    public final class Registration implements CutThroughListener, AutoCloseable {
        private final List<String> names;
        private final Set<Fingerprint> readers;
        private final CompletableFuture<Optional<CutThroughFile>> known = new CompletableFuture<>();
        private volatile @Nullable CutThroughFile file;

        private Registration(List<String> names, Set<Fingerprint> readers) {
            this.names = names;
            this.readers = readers;
        }

        @Override
        public void receiving(TreeEntry entry, PartialFile part) throws IOException {
            CutThroughFile begun = new CutThroughFile(entry, part);
            file = begun;
            known.complete(Optional.of(begun));
        }

        @Override
        public void grew() {
            CutThroughFile now = file;
            if (now != null) {
                now.grew();
            }
        }

        @Override
        public void whole(byte @Nullable [] sha256, int permissions) {
            CutThroughFile now = file;
            if (now != null) {
                now.whole(sha256, permissions);
            }
        }

        private Optional<SourceTree> follow() throws InterruptedException {
            try {
                return known.get().flatMap(CutThroughFile::follow);
            } catch (ExecutionException e) {
                throw new IllegalStateException(e.getCause());
            }
        }

        @Override
        public void close() {
            coming.remove(names, this);
            known.complete(Optional.empty());
            CutThroughFile now = file;
            if (now != null) {
                file = null;
                now.ended();
            }
        }
    }
}
