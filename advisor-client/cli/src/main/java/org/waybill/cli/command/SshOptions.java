package org.waybill.cli.command;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.Stack;
import org.jspecify.annotations.Nullable;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.endpoint.EndpointNames;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.protocol.Protocol;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options of scp for SSH, by the same letters. */
public final class SshOptions {
    @Option(
            names = "-P",
            paramLabel = "PORT",
            parameterConsumer = PortOrProgress.class,
            description = "As for scp: the port of SSH at an endpoint that is named "
                    + "user@host:path, or by a URL for SSH without a port.")
    private @Nullable Integer port;

    @Option(
            names = {"-i", "--identity"},
            paramLabel = "FILE",
            description = "As for scp: the private key to log in with by SSH.")
    private @Nullable Path key;

    /** Paths about which the user was warned. */
    private final Set<String> mistakable = new HashSet<>();

    /** rsync's -P has no value and asks for progress: as such it is read where a command has --progress. */
    static final class PortOrProgress implements IParameterConsumer {
        @Override
        public void consumeParameters(Stack<String> left, ArgSpec option, CommandSpec command) {
            String next = left.isEmpty() ? "" : left.peek();
            if (next.matches("\\d{1,9}")) {
                option.setValue(Integer.valueOf(left.pop()));
            } else if (command.findOption("--progress") == null || next.matches("\\d.*")) {
                throw new ParameterException(
                        command.commandLine(), "invalid -P '" + PrintableText.of(next) + "': expected 1-65535");
            }
        }
    }

    /** A place as the user named it, with what was said of SSH. */
    public Endpoint place(Session session, String text) throws TransferException {
        offerTo(session);
        EndpointNames names = session.names();
        if (names.isMistakable(text)
                && !Files.exists(Path.of(text), LinkOption.NOFOLLOW_LINKS)
                && mistakable.add(text)) {
            session.note("waybill: '" + text + "' is a path on this machine; '" + text + ":' is the host or remote");
        }
        return at(names.parse(text));
    }

    /** Has the session use the key. */
    private void offerTo(Session session) {
        Path file = key;
        if (file != null && !Files.isReadable(file)) {
            throw new CommandFailure(
                    Files.exists(file) ? Reason.PERMISSION : Reason.NOT_FOUND,
                    "-i " + file + (Files.exists(file) ? " cannot be read (permission denied)" : " does not exist")
                            + ": name a private key file");
        }
        if (file != null) {
            session.offer(file);
        }
    }

    private Endpoint at(Endpoint end) {
        if (port == null
                || end.isLocal()
                || end.location().port() != 0
                || !end.location().isServedBy(Protocol.SSH)) {
            return end;
        }
        if (port < 1 || port > 65_535) {
            throw Invalid.usage("invalid -P '" + port + "': expected 1-65535");
        }
        return end.atPort(port);
    }
}
