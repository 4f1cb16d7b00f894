package org.waybill.client.execution;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.endpoint.EndpointParser;
import org.waybill.engine.Location;
import org.waybill.engine.Sha256;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferRequest;
import org.waybill.platform.PrivateFiles;

/**
 * Where a copy has changed over to, in a file of the home for each copy that is not complete: a run that is killed leaves
 * data there too, which the run that completes the copy removes (decision 0302).
 *
 * @param directory made when it is first needed
 */
record ChangeOverNotes(Path directory) {
    private static final Logger LOG = System.getLogger(ChangeOverNotes.class.getName());
    private static final int NAME_DIGITS = 40;
    private static final int FIELDS = 3;

    /** Notes it before the first byte is sent there. A home that cannot be written stops no copy. */
    void add(TransferOrder first, TransferOrder next) {
        List<String> lines = new ArrayList<>(lines(first));
        String line = String.join(
                " ",
                next.transport(),
                encoded(next.request().source()),
                encoded(next.request().destination()));
        if (!lines.contains(line)) {
            lines.add(line);
            try {
                PrivateFiles.createDirectory(directory);
                PrivateFiles.replace(
                        file(first), lines.stream().map(one -> one + "\n").collect(Collectors.joining()));
            } catch (IOException e) {
                LOG.log(
                        Level.DEBUG,
                        "what {0} leaves if it is killed is not noted: {1}",
                        next.transport(),
                        e.getMessage());
            }
        }
    }

    /** Where this copy, in this run or an earlier one, has changed over to. */
    List<TransferOrder> of(TransferOrder first) {
        List<TransferOrder> orders = new ArrayList<>();
        for (String line : lines(first)) {
            String[] fields = line.split(" ", -1);
            try {
                if (fields.length == FIELDS) {
                    TransferRequest request = first.request().between(decoded(fields[1]), decoded(fields[2]));
                    orders.add(first.with(request, fields[0], first.forecast()));
                }
            } catch (TransferException | IllegalArgumentException e) {
                LOG.log(Level.DEBUG, "a note of {0} is not used: {1}", file(first), e.getMessage());
            }
        }
        return orders;
    }

    void remove(TransferOrder first) {
        try {
            Files.deleteIfExists(file(first));
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "{0} cannot be removed: {1}", file(first), e.getMessage());
        }
    }

    private List<String> lines(TransferOrder first) {
        try {
            return Files.readAllLines(file(first));
        } catch (NoSuchFileException _) {
            return List.of();
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "{0} is not used: {1}", file(first), e.getMessage());
            return List.of();
        }
    }

    private Path file(TransferOrder first) {
        String copy =
                text(first.request().source()) + "\n" + text(first.request().destination());
        return directory.resolve(Sha256.ofText(copy, NAME_DIGITS) + ".changed");
    }

    /** Of one word, whatever the names are. */
    private static String encoded(Location at) {
        return URLEncoder.encode(text(at), StandardCharsets.UTF_8);
    }

    private static Location decoded(String word) throws TransferException {
        return EndpointParser.parse(URLDecoder.decode(word, StandardCharsets.UTF_8))
                .location();
    }

    private static String text(Location at) {
        return at.isLocal()
                ? Path.of(at.path()).toAbsolutePath() + (at.saysDirectory() ? "/" : "")
                : new Endpoint(at, true).format();
    }
}
