package org.waybill.cli.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.endpoint.EndpointParser;
import org.waybill.client.task.TaskLock;
import org.waybill.client.workflow.option.FileNames;
import org.waybill.client.workflow.option.KnownReplica;
import org.waybill.client.workflow.survey.DataSource;
import org.waybill.client.workflow.survey.LocalAddresses;
import org.waybill.engine.ExpectedChecksum;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.StorePath;
import org.waybill.platform.PrivateFiles;
import org.waybill.platform.RealPath;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Source and destination on the command line. */
public final class Ends {
    @Parameters(
            index = "0",
            paramLabel = "SRC",
            description = "The source: a path, user@host:path, a URL, - for standard input, or data by identity: "
                    + "dataset:ID, dataset:ID#FILE, checksum:sha256:HEX.")
    private @Nullable String source;

    @Parameters(index = "1", paramLabel = "DST", description = "The destination; a directory ends in /.")
    private @Nullable String destination;

    @Mixin
    private final SshOptions ssh = new SshOptions();

    /**
     * Both ends as places.
     *
     * @param source the first of the copies if there are any
     * @param copies of data that the user named by what they are; empty for a place
     */
    public record Named(Endpoint source, Endpoint destination, List<KnownReplica> copies) {
        /** What the catalogue of the data says of the source's content. */
        public List<ExpectedChecksum> expected() {
            return copies.isEmpty() ? List.of() : copies.getFirst().expected();
        }
    }

    /**
     * That the slash at the end of a source means its contents, where version 0.1 made a directory of the source's name
     * in the destination (decision 0033), said once in a home. Whether a server has a directory there is not looked up
     * for it.
     */
    public static Optional<String> contentsNote(Session session, Endpoint source, Endpoint destination) {
        String path = destination.location().path();
        String name = StorePath.name(FileNames.withoutSlashes(source.location().path()));
        boolean nested = path.endsWith("/")
                || destination.isLocal()
                        && Files.isDirectory(Path.of(path))
                        && !StorePath.name(path).equals(name);
        if (!source.location().path().endsWith("/")
                || Set.of("", ".", "..").contains(name)
                || !nested
                || wasTold(session)) {
            return Optional.empty();
        }
        String into = destination.format();
        return Optional.of("the contents of " + source.format() + " go into " + into + " itself; version 0.1 made "
                + (into.endsWith("/") ? into : into + "/") + name
                + ", as without the slash at the end of the source");
    }

    private static boolean wasTold(Session session) {
        Path told = session.home().slashTold();
        boolean nobodyReads = session.terminal().environment().containsKey(TaskLock.VARIABLE);
        if (session.quiet() || nobodyReads || Files.exists(told)) {
            return true;
        }
        try {
            PrivateFiles.replace(told, "");
        } catch (IOException _) {
            // it is said again
        }
        return false;
    }

    /** All places, where more may be named than two: the last is the destination. */
    public List<String> places(List<String> more) {
        return Stream.concat(Stream.of(String.valueOf(source), String.valueOf(destination)), more.stream())
                .toList();
    }

    /** One place, with what the user said of SSH. */
    public Endpoint place(Session session, String text) throws TransferException {
        return ssh.place(session, text);
    }

    /** The ends; data that are named by what they are get looked for. */
    public Named named(Session session) throws TransferException, InterruptedException {
        return named(session, String.valueOf(source), String.valueOf(destination));
    }

    /** The same of other places. */
    public Named named(Session session, String text, String target) throws TransferException, InterruptedException {
        Endpoint there = place(session, target);
        List<KnownReplica> copies =
                DataSource.isOne(text) ? DataSource.parse(text).find(session.advisor(), historyName(there)) : List.of();
        Endpoint here =
                copies.isEmpty() ? place(session, text) : copies.getFirst().endpoint();
        TrustPrompt.before(session, here);
        TrustPrompt.before(session, there);
        return new Named(here, there, copies);
    }

    /**
     * Refuses a file that a command is to write if it is what is transferred, or cannot be made.
     *
     * @param option as written on the command line
     * @param meanwhile whether it is written while the data are read, and so must not be among them
     */
    public void requireWritable(String option, @Nullable Path file, boolean meanwhile) throws TransferException {
        if (file == null) {
            return;
        }
        if (Files.isDirectory(file)) {
            throw Invalid.usage(option + " " + file + " is a directory: name a file");
        }
        Path path = RealPath.of(file);
        Path above = path.getParent();
        while (above != null && !Files.exists(above)) {
            above = above.getParent();
        }
        if (above == null || !Files.isDirectory(above) || !(Files.exists(path) || Files.isWritable(above))) {
            throw new CommandFailure(
                    Reason.PERMISSION, "cannot write " + option + " " + file + ": no file can be made in " + above);
        }
        for (String end : new String[] {String.valueOf(source), String.valueOf(destination)}) {
            Path local = localPath(end);
            if (local != null && (path.equals(local) || (meanwhile && end.equals(source) && path.startsWith(local)))) {
                String where = path.equals(local) ? " is" : " is in";
                throw Invalid.usage(option + " " + file + where + " what is transferred: name another file");
            }
        }
    }

    private static @Nullable Path localPath(String end) throws TransferException {
        if (DataSource.isOne(end)) {
            return null;
        }
        Endpoint endpoint = EndpointParser.parse(end);
        return endpoint.isLocal() && !endpoint.isStream()
                ? RealPath.of(Path.of(endpoint.location().path()))
                : null;
    }

    /** The name under which the history knows an endpoint's host. */
    public static String historyName(Endpoint end) {
        return end.isLocal() ? LocalAddresses.name() : end.host();
    }
}
