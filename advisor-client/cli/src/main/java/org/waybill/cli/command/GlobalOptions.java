package org.waybill.cli.command;

import java.net.URI;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that every command has. */
final class GlobalOptions {
    @Option(
            names = "--json",
            description = "Print exactly one JSON document on standard output; everything else goes to standard error.")
    boolean json;

    @Option(
            names = {"-q", "--quiet"},
            description = "Print only errors and what was asked for, such as a list: no progress, no hints, no "
                    + "summary of a copy.")
    boolean quiet;

    @Option(
            names = "--service",
            paramLabel = "URL",
            description = "Ask the advisor service at URL instead of one embedded in this command. Its access token is "
                    + "read from the environment variable WAYBILL_SERVICE_TOKEN, or from the file that "
                    + "WAYBILL_SERVICE_TOKEN_FILE names.")
    @Nullable
    URI service;
}
