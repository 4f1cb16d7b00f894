package org.waybill.cli.command;

import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.waybill.api.ServiceException;
import org.waybill.engine.TransferException;
import picocli.CommandLine.Mixin;

/** What all commands share: the global options, and an end that closes what was opened. */
public abstract class WaybillCommand implements Callable<Integer> {
    private @Nullable Terminal terminal;

    @Mixin
    private final HelpOption help;

    @Mixin
    private final GlobalOptions options = new GlobalOptions();

    protected WaybillCommand() {
        this(new HelpOption.Usual());
    }

    protected WaybillCommand(HelpOption help) {
        this.help = help;
    }

    /** Says where the command was started, before it is called. */
    public final void startOn(Terminal given) {
        terminal = given;
    }

    protected final Terminal terminal() {
        return Objects.requireNonNull(terminal);
    }

    @Override
    public final Integer call() throws Exception {
        try (Session session = new Session(terminal(), options)) {
            TrustPrompt trusting = new TrustPrompt(session);
            while (true) {
                try {
                    return run(session);
                } catch (TransferException | ServiceException | CommandFailure e) {
                    // nothing went to a server that was not known, so that the command may begin again
                    if (!trusting.settles(e)) {
                        throw e;
                    }
                }
            }
        }
    }

    /** Does the work and returns the exit code. Throws {@link CommandFailure} for what a user can put right. */
    protected abstract int run(Session session) throws Exception;
}
