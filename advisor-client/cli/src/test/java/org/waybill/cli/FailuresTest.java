package org.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.waybill.api.ServiceException;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.Overload;
import org.waybill.cli.command.Terminal;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The end of every command, here of those that copy, list or compare and do not reach their server. */
class FailuresTest {
    private static final String BUSY = " (this machine is overloaded: load 9.0 on 2 CPUs)";

    @Command(name = "one")
    private record One(Exception failure) implements Callable<Integer> {
        @Override
        public Integer call() throws Exception {
            throw failure;
        }
    }

    private static String said(Exception failure, double load) {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        PrintStream text = new PrintStream(err, true, StandardCharsets.UTF_8);
        Terminal terminal = new Terminal(text, text, false, false, 80, Map.of());
        new CommandLine(new One(failure))
                .setExecutionExceptionHandler(new Failures(terminal, new Overload(() -> load, 2)))
                .execute();
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void pythonHasTheExitCodesOfWhatTheServiceRefuses() throws Exception {
        String rest =
                Files.readString(Path.of(System.getProperty("waybill.root", "../.."), "python/src/waybill/rest.py"));
        for (ServiceException.Code code : ServiceException.Code.values()) {
            Reason reason = Failures.reasonOf(new ServiceException(code.name(), ""));
            if (reason != Reason.INTERNAL) {
                assertThat(rest).contains("\"" + code + "\": " + reason.exitCode());
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "UNREACHABLE, sftp://h:22: it timed out, true",
        "UNREACHABLE, h did not answer in time: a firewall or a host that is down, true",
        "CONNECTION_LOST, h:7411: timed out waiting for an answer, true",
        "GAVE_UP, run7 at h: no answer in time, true",
        "GAVE_UP, run7: cannot be listed, false",
        "UNREACHABLE, h:1 cannot be reached: java.net.ConnectException, false",
        "UNREACHABLE, the file of AWS_CA_BUNDLE cannot be read, false",
        "UNREACHABLE, h: port 22 is closed, false",
        "UNREACHABLE, h:22: connection refused, false",
        "UNREACHABLE, h:22 cannot be reached: the server closed the connection: End of IO Stream Read, false",
        "NOT_FOUND, no such file: x, false"
    })
    void whatMayHaveComeTooLateIsSaidWithTheLoad(Reason reason, String message, boolean late) {
        String line = "waybill: " + message;
        for (Exception failure :
                new Exception[] {new TransferException(reason, message), new CommandFailure(reason, message)}) {
            assertThat(said(failure, 9)).isEqualTo(line + (late ? BUSY : "") + "\n");
            assertThat(said(failure, 3.9)).isEqualTo(line + "\n");
            assertThat(said(failure, -1)).as("an unknown load").isEqualTo(line + "\n");
        }
    }
}
