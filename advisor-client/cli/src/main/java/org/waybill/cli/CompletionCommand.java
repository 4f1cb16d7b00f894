package org.waybill.cli;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.Terminal;
import org.waybill.cli.command.WaybillCommand;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code waybill completion SHELL}. */
@Command(
        name = "completion",
        header = "Print a script that completes commands and options in your shell.",
        description = {"", "The script goes to standard output. A directory that it is written to must be there.", ""},
        footer = {
            "",
            "Examples:",
            "  waybill completion bash > ~/.local/share/bash-completion/completions/waybill",
            "  waybill completion zsh  > ~/.waybill-completion && echo 'source ~/.waybill-completion' >> ~/.zshrc",
            "  waybill completion fish > ~/.config/fish/completions/waybill.fish"
        })
final class CompletionCommand extends WaybillCommand {
    /** The shells that there are scripts for. */
    enum Shell {
        bash,
        zsh,
        fish
    }

    private final Terminal terminal;

    @Parameters(index = "0", paramLabel = "SHELL", description = "One of ${COMPLETION-CANDIDATES}.")
    private @Nullable Shell shell;

    CompletionCommand(Terminal terminal) {
        super(terminal);
        this.terminal = terminal;
    }

    @Override
    protected int run(Session session) {
        CommandLine root = Waybill.commandLine(terminal);
        String script =
                switch (shell) {
                    case bash -> AutoComplete.bash("waybill", root);
                    case zsh -> "autoload -Uz bashcompinit && bashcompinit\n" + AutoComplete.bash("waybill", root);
                    case fish -> FishCompletion.script(root.getCommandSpec());
                    case null -> throw new IllegalStateException("picocli demands a shell");
                };
        session.answer(Map.of("shell", String.valueOf(shell), "script", script), out -> out.print(script));
        return 0;
    }
}
