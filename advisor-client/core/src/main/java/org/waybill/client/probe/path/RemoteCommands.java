package org.waybill.client.probe.path;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.sftp.SshCommands;

/** Tools of another host, through a shell there: the reverse route, seen from the remote host. */
public record RemoteCommands(Shell shell) implements HostCommands {
    /** A POSIX shell on the other host, such as an SSH session's {@code exec} channel. */
    @FunctionalInterface
    public interface Shell {
        /** Runs one line and waits at most {@code limit}; what was printed until then is kept. */
        Output run(String line, Duration limit) throws IOException, InterruptedException;
    }

    private static final Duration LOOK_UP = Duration.ofSeconds(5);
    /** A plain SSH command gets a path without the directories where some systems keep traceroute. */
    private static final String PATH = "PATH=$PATH:/usr/sbin:/sbin; LC_ALL=C; export PATH LC_ALL; ";

    /** Over an SSH connection; what tools say on standard error counts as said. */
    public static RemoteCommands over(SshCommands shell) {
        return new RemoteCommands((line, limit) -> {
            try {
                SshCommands.Output output = shell.run(line + " 2>&1", limit);
                return new Output(output.text(), "", output.exitCode());
            } catch (TransferException e) {
                throw new IOException(e.getMessage(), e);
            }
        });
    }

    @Override
    public boolean has(String tool) throws IOException, InterruptedException {
        return shell.run(PATH + "command -v " + quoted(tool) + " >/dev/null", LOOK_UP)
                        .exitCode()
                == 0;
    }

    @Override
    public Output run(List<String> command, Duration limit) throws IOException, InterruptedException {
        String line = command.stream().map(RemoteCommands::quoted).collect(Collectors.joining(" "));
        return shell.run(PATH + line, limit);
    }

    private static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }
}
