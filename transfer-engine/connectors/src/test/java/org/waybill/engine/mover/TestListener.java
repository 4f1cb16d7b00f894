package org.waybill.engine.mover;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.waybill.engine.TransferListener;

/** Remembers what a transfer reported. */
final class TestListener implements TransferListener {
    final List<Progress> progress = new CopyOnWriteArrayList<>();
    final List<String> codes = new CopyOnWriteArrayList<>();
    final List<String> events = new CopyOnWriteArrayList<>();
    private volatile Consumer<Progress> reaction = _ -> {};

    /** Does something once, when that many bytes have been moved. */
    TestListener at(long bytes, Runnable action) {
        List<Runnable> once = new ArrayList<>(List.of(action));
        reaction = moment -> {
            if (moment.bytesDone() >= bytes && !once.isEmpty()) {
                once.removeFirst().run();
            }
        };
        return this;
    }

    @Override
    public void onProgress(Progress moment) {
        progress.add(moment);
        reaction.accept(moment);
    }

    @Override
    public void onEvent(String code, String text) {
        codes.add(code);
        events.add(code + " " + text);
    }
}
