package org.waybill.cli.files;

import org.waybill.cli.command.Invalid;
import org.waybill.cli.command.Session;
import org.waybill.cli.files.OpenLocations.Place;
import org.waybill.client.files.CreateAndRename;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.StorePath;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waybill rename}. */
@Command(
        name = "rename",
        header = "Rename or move a file or directory at its endpoint.",
        description = {
            "",
            "NEW is on the same server as OLD, in the same notation. If NEW ends in a slash, OLD is moved into that"
                + " directory. If an entry with the new name exists, it is kept and the command fails (see --force).",
            "",
            "At a node you may rename what you have written there, and more if your pairing includes it.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  waybill rename user@dtn.example.org:/data/run7 user@dtn.example.org:/data/run7.old",
            "  waybill rename --force ftp://archive.example.org/new.h5 ftp://archive.example.org/results.h5"
        })
public final class RenameCommand extends FilesCommand {
    @Parameters(index = "0", paramLabel = "OLD", description = ONE_PLACE)
    private String old = "";

    @Parameters(index = "1", paramLabel = "NEW", description = "Its new name.")
    private String wanted = "";

    @Option(
            names = {"-f", "--force"},
            description = "Replace a file that has the name; never a directory.")
    private boolean force;

    /** {@code rename --json}. */
    record Renamed(String status, String from, String to) {}

    @Override
    void run(Session session, OpenLocations places) throws TransferException, InterruptedException {
        if (!places.server(old).equals(places.server(wanted))) {
            throw Invalid.usage("OLD and NEW are not at the same server: name both alike, or use"
                    + " 'waybill copy' and then 'waybill rm'");
        }
        Place from = places.open(old);
        Place to = places.open(wanted);
        String path = wanted.endsWith("/") ? StorePath.join(to.path(), StorePath.name(from.path())) : to.path();
        CreateAndRename.rename(from.store(), from.path(), path, force);
        answer(session, new Renamed("OK", from.path(), path), _ -> {});
    }
}
