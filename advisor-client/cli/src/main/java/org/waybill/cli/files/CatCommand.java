package org.waybill.cli.files;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.Invalid;
import org.waybill.cli.command.Session;
import org.waybill.cli.files.OpenLocations.Place;
import org.waybill.client.files.LengthCheckedFile;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.Store;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code waybill cat}. */
@Command(
        name = "cat",
        header = "Print files of any endpoint on standard output.",
        description = {
            "",
            "A file of another length than its endpoint reported fails (exit code 13). 'waybill copy FILE -' compares "
                    + "the SHA-256 too.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  waybill cat user@dtn.example.org:/data/run7/log.txt | less",
            "  waybill cat https://archive.example.org/part1 ftp://archive.example.org/part2 > whole"
        })
public final class CatCommand extends FilesCommand {
    @Parameters(arity = "1..*", paramLabel = "FILE", description = PLACE)
    private List<String> files = List.of();

    @Override
    void run(Session session, OpenLocations places) throws TransferException, InterruptedException {
        if (session.json()) {
            throw Invalid.usage("cat prints what is in files, and no document: leave --json " + "out");
        }
        List<Place> all = open(places, files);
        OutputStream out = session.terminal().data();
        each(all, place -> {
            Entry file = file(place);
            byte[] block = new byte[Store.BLOCK_BYTES];
            try (InputStream in = LengthCheckedFile.open(place.store(), file)) {
                for (int count = in.read(block); count >= 0; count = in.read(block)) {
                    print(out, block, count);
                }
            } catch (IOException e) {
                throw LengthCheckedFile.failure(place.store(), file, e);
            }
        });
    }

    static Entry file(Place place) throws TransferException, InterruptedException {
        Entry file = place.entry();
        if (file.isDirectory()) {
            throw new TransferException(Reason.BAD_INPUT, place.text() + " is a directory");
        }
        return file;
    }

    private static void print(OutputStream out, byte[] block, int count) {
        try {
            out.write(block, 0, count);
        } catch (IOException e) {
            throw CommandFailure.ofWriting("standard output", e);
        }
    }
}
