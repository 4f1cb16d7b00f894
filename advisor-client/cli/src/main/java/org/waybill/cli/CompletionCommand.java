package org.waybill.cli;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.WaybillCommand;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code waybill completion SHELL}. */
@Command(
        name = "completion",
        header = "Print a shell script that completes commands and options.",
        description = "Prints the script to standard output. The directory of the target file must exist.",
        footer = {
            "waybill completion bash > ~/.local/share/bash-completion/completions/waybill",
            "waybill completion zsh  > ~/.waybill-completion && echo 'source ~/.waybill-completion' >> ~/.zshrc",
            "waybill completion fish > ~/.config/fish/completions/waybill.fish"
        })
final class CompletionCommand extends WaybillCommand {
    /** The shells that there are scripts for. */
    enum Shell {
        bash,
        zsh,
        fish
    }

    @Parameters(index = "0", paramLabel = "SHELL", description = "One of ${COMPLETION-CANDIDATES}.")
    private @Nullable Shell shell;

    @Override
    protected int run(Session session) {
        CommandLine root = Waybill.commandLine(session.terminal());
        String script =
                switch (shell) {
                    case bash -> AutoComplete.bash("waybill", root);
                    case zsh -> "autoload -Uz bashcompinit && bashcompinit\n" + AutoComplete.bash("waybill", root);
                    case fish -> FishCompletion.script(root.getCommandSpec());
                    case null -> throw new IllegalStateException("picocli demands a shell");
                };
        return session.answer(Map.of("shell", String.valueOf(shell), "script", script), out -> out.print(script));
    }
}
