package org.waybill.cli;

import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.Invalid;
import org.waybill.client.endpoint.HomeConfig;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** What the user's file says of options that a command line leaves out. None of them makes a transfer less careful. */
final class UserDefaults implements IDefaultValueProvider {
    private static final Set<String> ALLOWED = Set.of(
            "transport",
            "via",
            "streams",
            "rate",
            "bwlimit",
            "loss-limit",
            "links",
            "strict",
            "deadline",
            "explore",
            "identity",
            "task-limit");

    private final Path file;
    private @Nullable HomeConfig config;

    UserDefaults(Path file) {
        this.file = file;
    }

    @Override
    public @Nullable String defaultValue(ArgSpec argument) {
        if (!(argument instanceof OptionSpec option)) {
            return null;
        }
        try {
            HomeConfig known = config == null ? HomeConfig.read(file) : config;
            config = known;
            for (String key : known.defaults().keySet()) {
                if (!ALLOWED.contains(key)) {
                    throw new ParameterException(
                            option.command().commandLine(),
                            file + ": unknown default '" + key + "': expected "
                                    + Invalid.oneOf(ALLOWED.stream().sorted().toList()));
                }
            }
            String name = option.longestName();
            return known.defaults().get(name.startsWith("--") ? name.substring(2) : name);
        } catch (TransferException e) {
            if (e.reason() == Reason.PERMISSION) { // the command meets it too, and says whose home it is
                return null;
            }
            throw new ParameterException(option.command().commandLine(), String.valueOf(e.getMessage()), e);
        }
    }
}
