package org.waybill.service.discovery;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.waybill.api.Checksum;

/**
 * Globus' Replica Location Service: a local replica catalogue (LRC) maps logical names to URLs, a replica location index
 * (RLI) maps them to the catalogues that have them. A server may be both, so it is asked both. A catalogue that an index
 * names is asked only if the operator's line allows its host. Sizes and checksums are those of the attributes {@code
 * size} and {@code filechecksum} of NorduGrid, where the catalogue has them. See decision 0294.
 */
final class ReplicaLocationService {
    private static final int MOST_CATALOGUES = 20;
    /** Copies of one name that are asked for at most. */
    private static final int MOST_COPIES = 100;

    private final Duration patience;

    ReplicaLocationService(Duration patience) {
        this.patience = patience;
    }

    /** What one catalogue lists, by logical name. */
    private record Listed(List<RlsConnection.Pair> copies, Map<String, String> sizes, Map<String, String> checksums) {}

    /**
     * What the service lists for a logical name, or for a pattern with {@code *} or {@code ?}.
     *
     * @param limit of names
     */
    CatalogueFile.Answer ask(DataCatalogue catalogue, String query, int limit)
            throws IOException, InterruptedException {
        long deadlineNanos = System.nanoTime() + patience.toNanos();
        boolean pattern = query.contains("*") || query.contains("?");
        int most = pattern ? limit : MOST_COPIES;
        String name = pattern ? sqlPattern(query) : query;
        CatalogueFile.Answer answer = new CatalogueFile.Answer();
        List<Listed> listed = new ArrayList<>();
        Set<URI> elsewhere = new LinkedHashSet<>();
        try (RlsConnection server = connect(catalogue.url(), deadlineNanos)) {
            RlsConnection.Pairs here = server.pairs(pattern ? "lrc_get_pfn_wc" : "lrc_get_pfn", name, most);
            RlsConnection.Pairs index = server.pairs(pattern ? "rli_get_lrc_wc" : "rli_get_lrc", name, most);
            if (here.status() == RlsConnection.WRONG_SERVER && index.status() == RlsConnection.WRONG_SERVER) {
                throw new InvalidCatalogueAnswerException("it is neither a replica catalogue nor an index");
            }
            known(here, "names", answer);
            known(index, "catalogues", answer);
            listed.add(withAttributes(server, here.pairs()));
            for (RlsConnection.Pair named : index.pairs()) {
                URI other = allowed(catalogue, named.value(), answer);
                if (other != null) {
                    elsewhere.add(other);
                }
            }
        } catch (SocketTimeoutException e) {
            throw new InvalidCatalogueAnswerException("no answer within " + patience.toSeconds() + " s");
        }
        listed.addAll(askAll(List.copyOf(elsewhere), pattern, name, most, deadlineNanos, answer));
        files(listed, answer);
        return answer;
    }

    private static void known(RlsConnection.Pairs pairs, String what, CatalogueFile.Answer answer) {
        int status = pairs.status();
        if (status != RlsConnection.OK
                && status != RlsConnection.WRONG_SERVER
                && status != RlsConnection.NO_SUCH_NAME) {
            answer.leftOut(what + ": " + CatalogueAnswerValidator.line(pairs.error()));
        } else if (pairs.more()) {
            answer.leftOut("more than " + pairs.pairs().size() + " " + what);
        }
    }

    private static RlsConnection connect(URI server, long deadlineNanos) throws IOException {
        return new RlsConnection(server.getHost(), port(server), deadlineNanos);
    }

    private static int port(URI server) {
        return server.getPort() < 0 ? RlsConnection.PORT : server.getPort();
    }

    /** The address of a catalogue that an index names; null, with a line why, if it may not be asked. */
    private static @Nullable URI allowed(DataCatalogue catalogue, String named, CatalogueFile.Answer answer) {
        try {
            URI other = URI.create(named);
            if (other.getHost() != null && DataCatalogue.isReplicaLocationService(other)) {
                if (other.getHost().equalsIgnoreCase(catalogue.url().getHost())
                        && port(other) == port(catalogue.url())) {
                    return null; // has answered already
                }
                if (catalogue.allows(other.getHost(), port(other))) {
                    return other;
                }
            }
        } catch (IllegalArgumentException _) {
            // reported below
        }
        answer.leftOut("the index names the catalogue '" + CatalogueAnswerValidator.line(named)
                + "', which its line in " + DataCatalogue.FILE + " does not allow");
        return null;
    }

    private List<Listed> askAll(
            List<URI> catalogues,
            boolean pattern,
            String name,
            int most,
            long deadlineNanos,
            CatalogueFile.Answer answer)
            throws InterruptedException {
        List<URI> asked = catalogues.subList(0, Math.min(catalogues.size(), MOST_CATALOGUES));
        if (asked.size() < catalogues.size()) {
            answer.leftOut((catalogues.size() - asked.size()) + " of the catalogues that the index names");
        }
        List<Listed> listed = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<Listed>> questions = new ArrayList<>();
            for (URI catalogue : asked) {
                questions.add(() -> {
                    try (RlsConnection server = connect(catalogue, deadlineNanos)) {
                        return withAttributes(
                                server,
                                server.pairs(pattern ? "lrc_get_pfn_wc" : "lrc_get_pfn", name, most)
                                        .pairs());
                    }
                });
            }
            List<Future<Listed>> answers = threads.invokeAll(questions);
            for (int i = 0; i < answers.size(); i++) {
                try {
                    listed.add(answers.get(i).get());
                } catch (ExecutionException e) {
                    answer.leftOut("the catalogue " + asked.get(i).getHost() + ": " + reason(e.getCause()));
                }
            }
        }
        return listed;
    }

    private String reason(@Nullable Throwable failure) {
        return switch (failure) {
            case InvalidCatalogueAnswerException invalid ->
                CatalogueAnswerValidator.line(String.valueOf(invalid.getMessage()));
            case SocketTimeoutException _ -> "no answer within " + patience.toSeconds() + " s";
            case null, default -> "no connection: " + CatalogueAnswerValidator.line(String.valueOf(failure));
        };
    }

    private static Listed withAttributes(RlsConnection server, List<RlsConnection.Pair> copies) throws IOException {
        List<String> names =
                copies.stream().map(RlsConnection.Pair::name).distinct().toList();
        return new Listed(copies, attribute(server, "size", names), attribute(server, "filechecksum", names));
    }

    private static Map<String, String> attribute(RlsConnection server, String attribute, List<String> names)
            throws IOException {
        Map<String, String> values = new LinkedHashMap<>();
        if (!names.isEmpty()) {
            server.attributes(attribute, names).forEach(pair -> values.put(pair.name(), pair.value()));
        }
        return values;
    }

    private static void files(List<Listed> listed, CatalogueFile.Answer answer) {
        for (Listed one : listed) {
            Map<String, List<CatalogueFile.Access>> byName = new LinkedHashMap<>();
            for (RlsConnection.Pair copy : one.copies()) {
                List<CatalogueFile.Access> accesses = byName.computeIfAbsent(copy.name(), _ -> new ArrayList<>());
                CatalogueAnswerValidator.access(copy.value(), "", 0).ifPresent(accesses::add);
            }
            byName.forEach((logical, accesses) -> {
                String name = logical.replaceFirst("^(lfn:)?/*", "");
                if (!CatalogueAnswerValidator.isName(name)) {
                    answer.leftOut("a file with the invalid name '" + CatalogueAnswerValidator.line(logical) + "'");
                } else if (accesses.isEmpty()) {
                    answer.leftOut(name + ": no usable URL");
                } else {
                    answer.files()
                            .add(new CatalogueFile(
                                    name,
                                    "",
                                    size(one.sizes().get(logical)),
                                    checksums(one.checksums().get(logical)),
                                    "",
                                    accesses));
                }
            });
        }
    }

    private static @Nullable Long size(@Nullable String text) {
        return text != null && text.matches("[0-9]{1,18}") ? Long.valueOf(text) : null;
    }

    /** One of the form {@code md5:HEX}. */
    private static List<Checksum> checksums(@Nullable String text) {
        int colon = text == null ? -1 : text.indexOf(':');
        return text == null || colon < 0
                ? List.of()
                : CatalogueAnswerValidator.checksum(text.substring(0, colon), text.substring(colon + 1)).stream()
                        .toList();
    }

    /** The servers' patterns are SQL's. */
    private static String sqlPattern(String pattern) {
        return pattern.replaceAll("([%_\\\\])", "\\\\$1").replace('*', '%').replace('?', '_');
    }
}
