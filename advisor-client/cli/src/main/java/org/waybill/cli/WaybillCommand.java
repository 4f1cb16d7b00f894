package org.waybill.cli;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;

/** What all commands share: the global options, and an end that closes what was opened. */
abstract class WaybillCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private @Nullable GlobalOptions options;

    WaybillCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public final Integer call() throws Exception {
        GlobalOptions given = options == null ? new GlobalOptions() : options;
        try (Session session = new Session(terminal, given)) {
            return run(session);
        }
    }

    /** Does the work and returns the exit code. Throws {@link CommandFailure} for what a user can put right. */
    abstract int run(Session session) throws Exception;
}
