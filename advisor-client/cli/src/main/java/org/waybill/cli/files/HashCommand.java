package org.waybill.cli.files;

import java.util.ArrayList;
import java.util.List;
import org.waybill.cli.command.Invalid;
import org.waybill.cli.command.NotTransferredText;
import org.waybill.cli.command.PrintableText;
import org.waybill.cli.command.Session;
import org.waybill.cli.files.OpenLocations.Place;
import org.waybill.client.files.FileHash;
import org.waybill.client.files.FileTree;
import org.waybill.engine.ExpectedChecksum;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.Entry;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waybill hash}. */
@Command(
        name = "hash",
        header = "Print checksums of files at any endpoint, as sha256sum does.",
        description = {
            "",
            "The remote host computes SHA-256 where it can: nodes, hosts with a shell behind SSH, GridFTP and some FTP "
                    + "servers. Elsewhere, and for other algorithms, the files are read over the network.",
            "",
            "'sha256sum -c' (md5sum, ...) reads the lines. A file of this machine is named as on the command line, a "
                    + "file of another host by its name, a file in a directory (-R) by its path in that directory.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  waybill hash user@dtn.example.org:/data/results.h5",
            "  waybill hash -R dtn:run7 > SHA256SUMS; cd run7; sha256sum -c ../SHA256SUMS",
            "  waybill hash --algorithm md5 ftp://archive.example.org/results.h5"
        })
public final class HashCommand extends FilesCommand {
    @Parameters(arity = "1..*", paramLabel = "PATH", description = PLACE)
    private List<String> paths = List.of();

    @Option(
            names = {"-R", "-r", "--recursive"},
            description =
                    "All files in a directory. Links and special files are left out and named on standard error; a"
                            + " name that is not UTF-8 is a failure.")
    private boolean recursive;

    @Option(
            names = "--algorithm",
            paramLabel = "NAME",
            defaultValue = ExpectedChecksum.SHA256,
            description = "sha256 (the default), sha512, sha384, sha224, sha1, md5, crc32c, crc32 or adler32.")
    private String algorithm = ExpectedChecksum.SHA256;

    /**
     * {@code hash --json}.
     *
     * @param status {@code OK}, or why the first of {@code failed} has no checksum
     * @param leftOut links and special files in directories, which have no checksum
     */
    record Hashes(
            String status, String algorithm, List<Hash> hashes, List<Failed> failed, List<NotTransferred> leftOut) {}

    /**
     * The checksum of one file.
     *
     * @param place as it was named on the command line
     * @param path absolute at its endpoint
     * @param hex lower-case
     * @param byFarEnd whether the remote host computed it; else the file was read over the network
     */
    record Hash(String place, String path, String hex, boolean byFarEnd) {}

    @Override
    void run(Session session, OpenLocations places) throws TransferException, InterruptedException {
        ExpectedChecksum wanted = new ExpectedChecksum(algorithm, "");
        if (ExpectedChecksum.strongest(List.of(wanted)).isEmpty()) {
            throw Invalid.usage("invalid --algorithm '" + PrintableText.of(algorithm)
                    + "': expected sha256, sha512, sha384, sha224, sha1, md5, crc32c, crc32 or adler32");
        }
        List<Hash> hashes = new ArrayList<>();
        List<NotTransferred> leftOut = new ArrayList<>();
        each(open(places, paths), place -> {
            Entry named = place.entry();
            if (!named.isDirectory() || !recursive) {
                hash(session, place, CatCommand.file(place), wanted.type(), hashes);
                return;
            }
            List<Entry> entries = new ArrayList<>();
            fail(place, FileTree.walk(place.store(), named.path(), entries::add));
            for (Entry entry : entries) {
                String shown = place.shown(entry.path());
                if (entry.isFile()) {
                    try {
                        hash(session, place, entry, wanted.type(), hashes);
                    } catch (TransferException e) {
                        fail(shown, e);
                    }
                } else if (entry.kind() == Entry.Kind.UNNAMEABLE) {
                    fail(shown, new TransferException(Reason.BAD_INPUT, shown + ": " + entry.whyUnnameable()));
                } else if (!entry.isDirectory()) {
                    boolean link = entry.kind() == Entry.Kind.LINK;
                    leftOut.add(NotTransferred.leftOut(
                            shown, link ? "is a symbolic link" : "is neither a file nor a directory"));
                }
            }
        });
        if (!leftOut.isEmpty() && !session.quiet() && !session.json()) {
            session.terminal().out().flush();
            NotTransferredText.print(session.terminal().err(), leftOut);
        }
        if (session.json()) {
            session.answer(new Hashes(status(), wanted.type(), hashes, failed(), leftOut), _ -> {});
        }
    }

    private static void hash(Session session, Place place, Entry file, String type, List<Hash> hashes)
            throws TransferException, InterruptedException {
        FileHash hash = FileHash.of(place.store(), file, type);
        String name = !file.path().equals(place.path())
                ? place.below(file.path())
                : place.end().isLocal() ? place.text() : file.name();
        hashes.add(new Hash(place.text(), file.path(), hash.hex(), hash.byFarEnd()));
        if (!session.json()) {
            session.terminal().out().println(line(hash.hex(), name));
        }
    }

    /** A line of GNU coreutils: where a name holds a backslash or an end of line, they are escaped and a \ is first. */
    private static String line(String hex, String name) {
        String escaped = name.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r");
        return (escaped.equals(name) ? "" : "\\") + hex + "  " + escaped;
    }
}
