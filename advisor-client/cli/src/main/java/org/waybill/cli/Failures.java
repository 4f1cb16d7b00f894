package org.waybill.cli;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileLockInterruptionException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.waybill.api.ServiceException;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.Json;
import org.waybill.cli.command.NotTransferredText;
import org.waybill.cli.command.Overload;
import org.waybill.cli.command.PrintableText;
import org.waybill.cli.command.Terminal;
import org.waybill.cli.command.Version;
import org.waybill.client.HomeFailures;
import org.waybill.client.WaybillHome;
import org.waybill.client.credentials.VaultException;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.trust.UnknownServerException;
import org.waybill.platform.PrivateFiles;
import org.waybill.protocol.Protocol;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.TypeConversionException;

/**
 * How commands end badly: one line on standard error and the exit code; with {@code --json} also one document on
 * standard output. A stack trace goes to a file, never to the screen.
 *
 * @param overload is said where it may be the cause
 */
record Failures(Terminal terminal, Overload overload)
        implements IParameterExceptionHandler, IExecutionExceptionHandler {
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);
    private static final int DEEPEST_CAUSE = 16;

    Failures(Terminal terminal) {
        this(terminal, Overload.HERE);
    }

    @Override
    public int handleParseException(ParameterException e, String[] arguments) {
        String command = e.getCommandLine().getCommandSpec().qualifiedName();
        return say(
                Reason.BAD_INPUT,
                BadUsage.message(e) + " (see '" + command + " --help')",
                Arrays.asList(arguments).contains("--json"));
    }

    @Override
    public int handleExecutionException(Exception thrown, CommandLine command, ParseResult parsed) {
        boolean json = wantsJson(parsed);
        if (isInterruption(thrown)) {
            // what is still written, such as --json's document, would be cut off by it too
            Thread.interrupted();
            return say(Reason.INTERRUPTED, "interrupted", json);
        }
        WaybillHome root = WaybillHome.of(terminal.environment());
        Optional<TransferException> home =
                mayBeTheHomes(thrown, root) ? HomeFailures.of(thrown, root) : Optional.empty();
        return switch (home.<Exception>map(of -> of).orElse(thrown)) {
            case TypeConversionException e -> say(Reason.BAD_INPUT, String.valueOf(e.getMessage()), json);
            case VaultException e -> say(Reason.AUTHENTICATION, String.valueOf(e.getMessage()), json);
            case TransferException e -> say(e.reason(), e.getMessage(), json);
            case CommandFailure e -> failed(e, json);
            case ServiceException e -> say(reasonOf(e), "advisor service: " + e.getMessage() + trusting(e), json);
            default -> unexpected(thrown, command.getCommandSpec().qualifiedName(), json);
        };
    }

    private int failed(CommandFailure failure, boolean json) {
        String message = String.valueOf(failure.getMessage());
        Object document = failure.document();
        if (terminal.readerIsGone()) {
            return failure.reason().exitCode();
        }
        say(failure.reason(), message, json && document == null);
        NotTransferredText.print(terminal.err(), message, NotTransferredText.of(failure));
        terminal.err().flush();
        if (json && document != null) {
            Json.write(terminal.out(), document);
        }
        return failure.reason().exitCode();
    }

    /** Whether a signal came, also while something was written; what has more to say of that says it itself. */
    private static boolean isInterruption(Exception thrown) {
        if (thrown instanceof CommandFailure failure && failure.document() != null
                || thrown instanceof TransferException transfer && transfer.reason() == Reason.INTERRUPTED) {
            return false;
        }
        return Stream.<Throwable>iterate(thrown, Objects::nonNull, Throwable::getCause)
                .limit(DEEPEST_CAUSE)
                .anyMatch(cause -> cause instanceof InterruptedException
                        || cause instanceof ClosedByInterruptException
                        || cause instanceof FileLockInterruptionException
                        || cause instanceof InterruptedIOException && !(cause instanceof SocketTimeoutException));
    }

    private static boolean mayBeTheHomes(Exception thrown, WaybillHome home) {
        return switch (thrown) {
            case CommandFailure failure ->
                failure.document() == null && HomeFailures.mayBe(failure.reason(), failure.getMessage(), home);
            case TransferException failure -> HomeFailures.mayBe(failure.reason(), failure.getMessage(), home);
            case ServiceException failure ->
                failure.code().equals(ServiceException.UNAVAILABLE)
                        || failure.code().equals(ServiceException.INTERNAL);
            default -> true;
        };
    }

    /** An unforeseen failure, outside of any command's own handling. */
    int unexpected(Throwable thrown) {
        return unexpected(thrown, "waybill", false);
    }

    private int unexpected(Throwable thrown, String command, boolean json) {
        return say(
                Reason.INTERNAL,
                "internal error in '" + command + "' (" + thrown.getClass().getSimpleName() + "); "
                        + whereTheTraceIs(thrown, command),
                json);
    }

    private static boolean wantsJson(ParseResult parsed) {
        ParseResult deepest = parsed;
        while (deepest.hasSubcommand()) {
            deepest = deepest.subcommand();
        }
        return deepest.hasMatchedOption("--json");
    }

    /** How a service whose certificate no authority vouches for is accepted. */
    private static String trusting(ServiceException failure) {
        return UnknownServerException.in(failure)
                .map(UnknownServerException::identity)
                .map(shown -> "; if its administrator confirms this fingerprint, run: waybill trust "
                        + Protocol.HTTPS.scheme() + "://" + shown.server() + " --fingerprint " + shown.fingerprint())
                .orElse("");
    }

    /** The exit code that fits a refusal by the service. */
    static Reason reasonOf(ServiceException failure) {
        return switch (failure.meaning()) {
            case BAD_REQUEST, CONFLICT -> Reason.BAD_INPUT;
            case NOT_FOUND -> Reason.NOT_FOUND;
            case UNAUTHENTICATED -> Reason.AUTHENTICATION;
            case FORBIDDEN -> Reason.PERMISSION;
            case UNTRUSTED -> Reason.CERTIFICATE;
            case UNAVAILABLE, UNREACHABLE -> Reason.UNREACHABLE;
            case TOO_LARGE -> Reason.LIMIT;
            case DISK_FULL -> Reason.DISK_FULL;
            case INTERNAL -> Reason.INTERNAL;
        };
    }

    /** Prints a failure and returns its exit code. */
    private int say(Reason reason, String message, boolean json) {
        if (terminal.readerIsGone()) {
            return reason.exitCode();
        }
        terminal.say(terminal.errStyle().bad("waybill:") + " " + PrintableText.of(overload.told(reason, message)));
        if (json) {
            Json.write(terminal.out(), Json.failure(reason, message));
        }
        return reason.exitCode();
    }

    private String whereTheTraceIs(Throwable thrown, String command) {
        Instant now = Instant.now();
        Path file = WaybillHome.of(terminal.environment())
                .logs()
                .resolve("error-" + STAMP.format(now) + "-"
                        + ProcessHandle.current().pid() + ".log");
        StringWriter text = new StringWriter();
        text.append(String.join(
                " ",
                "waybill",
                Version.number() + ", Java",
                Runtime.version() + ",",
                System.getProperty("os.name"),
                System.getProperty("os.version") + "\n" + now,
                command + "\n\n"));
        thrown.printStackTrace(new PrintWriter(text, true));
        try {
            PrivateFiles.replace(file, text.toString());
            return "please report it with " + file;
        } catch (IOException e) {
            return "and no report could be written to " + file + ": " + e.getMessage();
        }
    }
}
