package org.waybill.client.workflow.survey;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.waybill.api.AdvisorService;
import org.waybill.api.Checksum;
import org.waybill.api.DataQuery;
import org.waybill.api.FoundData;
import org.waybill.api.FoundFile;
import org.waybill.api.ServiceException;
import org.waybill.client.workflow.option.KnownReplica;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.protocol.Protocol;

/**
 * A source that names data and not a place: {@code dataset:ID}, one file of it as {@code dataset:ID#NAME}, or
 * {@code checksum:TYPE:HEX}. The catalogues of data say where copies are.
 */
public record DataSource(String dataset, String file, String checksumType, String checksum) {
    private static final Pattern DATASET = Pattern.compile("dataset:([^#]+)(?:#(.+))?");
    private static final Pattern CHECKSUM = Pattern.compile("checksum:([A-Za-z0-9-]+):([0-9A-Fa-f]{8,128})");
    private static final int MOST_FILES = 1_000;

    /** Whether a source on the command line names data. */
    public static boolean isOne(String text) {
        return text.startsWith("dataset:") || text.startsWith("checksum:");
    }

    /** Reads what {@link #isOne} says is one. */
    public static DataSource parse(String text) throws TransferException {
        Matcher dataset = DATASET.matcher(text);
        if (dataset.matches()) {
            return new DataSource(dataset.group(1), Objects.requireNonNullElse(dataset.group(2), ""), "", "");
        }
        Matcher checksum = CHECKSUM.matcher(text);
        if (checksum.matches()) {
            return new DataSource(
                    "", "", normal(checksum.group(1)), checksum.group(2).toLowerCase(Locale.ROOT));
        }
        throw new TransferException(
                Reason.BAD_INPUT,
                "'" + text + "' names no data: write dataset:ID, dataset:ID#FILE "
                        + "or checksum:sha256:HEX; for a host of that name sftp://" + text.replaceFirst(":.*", "")
                        + "/PATH");
    }

    private static String normal(String type) {
        return type.toLowerCase(Locale.ROOT).replace("-", "");
    }

    /**
     * The places of the data, the best by the service's forecast first.
     *
     * @param destinationHost where they are needed
     * @throws TransferException {@link Reason#NOT_FOUND} if no catalogue has them
     */
    public List<KnownReplica> find(AdvisorService service, String destinationHost) throws TransferException {
        FoundData found;
        try {
            found = service.findData(
                    new DataQuery(dataset.isEmpty() ? checksum : dataset, "", MOST_FILES, destinationHost));
        } catch (ServiceException refused) {
            throw new TransferException(
                    Reason.NOT_FOUND, this + " cannot be looked for: " + refused.getMessage(), refused);
        }
        List<FoundFile> files = found.files().stream().filter(this::isMeant).toList();
        List<KnownReplica> known = files.size() == 1 ? Replicas.listed(files.getFirst()) : directories(files);
        if (known.isEmpty()) {
            throw nothing(files, found);
        }
        return known.subList(0, Math.min(known.size(), Replicas.MOST));
    }

    private boolean isMeant(FoundFile candidate) {
        return checksum.isEmpty()
                ? file.isEmpty() || candidate.name().equals(file)
                : candidate.checksums().contains(new Checksum(checksumType, checksum));
    }

    /** Hosts that have all of the files in one directory. */
    private static List<KnownReplica> directories(List<FoundFile> files) {
        Map<String, Long> filesThere = new LinkedHashMap<>();
        Map<String, KnownReplica> first = new LinkedHashMap<>();
        long bytes = 0;
        for (FoundFile one : files) {
            bytes += one.bytes() == null ? 0 : one.bytes();
            for (KnownReplica copy : Replicas.listed(one)) {
                String directory = copy.url().substring(0, copy.url().lastIndexOf('/') + 1);
                filesThere.merge(directory, 1L, Long::sum);
                first.putIfAbsent(directory, copy);
            }
        }
        boolean sized = files.stream().allMatch(one -> one.bytes() != null);
        List<KnownReplica> whole = new ArrayList<>();
        for (Map.Entry<String, KnownReplica> copy : first.entrySet()) {
            String directory = copy.getKey();
            if (filesThere.getOrDefault(directory, 0L) == files.size()
                    && !directory.startsWith(Protocol.HTTP.scheme())) {
                whole.add(new KnownReplica(
                        directory,
                        copy.getValue().host(),
                        copy.getValue().catalogue(),
                        copy.getValue().priority(),
                        sized ? bytes : null,
                        List.of()));
            }
        }
        return whole;
    }

    private TransferException nothing(List<FoundFile> files, FoundData found) {
        if (files.size() > 1) {
            return new TransferException(
                    Reason.BAD_INPUT,
                    this + " has " + files.size() + " files, and no host has all"
                            + " of them in one directory that can be fetched as such: name one as dataset:" + dataset
                            + "#"
                            + files.getFirst().name());
        }
        String why = found.problems().isEmpty() ? "" : " (" + found.problems().getFirst() + ")";
        return new TransferException(Reason.NOT_FOUND, "no catalogue has " + this + why);
    }

    @Override
    public String toString() {
        return checksum.isEmpty()
                ? "dataset:" + dataset + (file.isEmpty() ? "" : "#" + file)
                : "checksum:" + checksumType + ":" + checksum;
    }
}
