package org.waybill.service.discovery;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.waybill.api.DataQuery;
import org.waybill.api.Forecast;
import org.waybill.api.ForecastQuery;
import org.waybill.api.FoundData;
import org.waybill.api.FoundFile;
import org.waybill.api.Replica;
import org.waybill.api.StorageClass;
import org.waybill.protocol.Protocol;
import org.waybill.service.InputChecks;
import org.waybill.service.TimedCache;

/**
 * Finds data: asks all catalogues at once, each within its time, puts replicas of the same file together, and puts
 * those first that are forecast to arrive first. Answers are remembered for ten minutes; failures are not.
 */
public final class DataDiscovery {
    private static final Duration REMEMBERED = Duration.ofMinutes(10);
    private static final int MOST_REMEMBERED = 200;
    private static final int MOST_FILES = 1_000;
    private static final int MOST_FORECASTS = 256;
    private static final int LONGEST_QUERY = 1_000;

    private record Question(DataCatalogue catalogue, String text, int limit) {}

    private final Path home;
    private final Function<List<ForecastQuery>, List<Forecast>> forecasts;
    private final Duration patience;
    private final CatalogueClient client;
    private final TimedCache<Question, CatalogueFile.Answer> answers =
            new TimedCache<>(REMEMBERED, MOST_REMEMBERED, System::nanoTime);

    /** @param patience how long one catalogue may take */
    DataDiscovery(Path home, Function<List<ForecastQuery>, List<Forecast>> forecasts, Duration patience) {
        this.home = home;
        this.forecasts = forecasts;
        this.patience = patience;
        this.client = new CatalogueClient(patience);
    }

    public FoundData find(DataQuery query) {
        InputChecks.between("limit", query.limit(), 1, MOST_FILES);
        InputChecks.text("destinationHost", query.destinationHost(), 255);
        ReplicaGrouping grouping = new ReplicaGrouping();
        List<String> answered = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        if (query.document().isEmpty()) {
            String text = InputChecks.required("text", query.text(), LONGEST_QUERY);
            List<DataCatalogue> catalogues = DataCatalogue.read(home);
            if (catalogues.isEmpty()) {
                throw InputChecks.bad("no data catalogue is configured: add a line such as"
                        + " 'esgf https://HOST/esg-search/search' to the file " + DataCatalogue.FILE
                        + " of the service's home directory");
            }
            askAll(catalogues, text, query.limit(), grouping, answered, problems);
        } else {
            read(query.document(), grouping, problems);
        }
        problems.addAll(grouping.contradictions());
        List<FoundFile> files = grouping.files();
        return new FoundData(
                inOrder(files.subList(0, Math.min(files.size(), query.limit())), query.destinationHost()),
                answered,
                problems);
    }

    private static void read(String document, ReplicaGrouping grouping, List<String> problems) {
        try {
            CatalogueFile.Answer answer = CatalogueClient.document(document);
            answer.files().forEach(file -> grouping.add("file", file));
            problems.addAll(answer.problems());
        } catch (InvalidCatalogueAnswerException e) {
            throw InputChecks.bad("the replica list cannot be read: " + e.getMessage());
        }
    }

    private void askAll(
            List<DataCatalogue> catalogues,
            String text,
            int limit,
            ReplicaGrouping grouping,
            List<String> answered,
            List<String> problems) {
        long deadlineNanos = System.nanoTime() + patience.toNanos();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        try {
            Map<DataCatalogue, Future<CatalogueFile.Answer>> asked = new LinkedHashMap<>();
            for (DataCatalogue catalogue : catalogues) {
                asked.put(catalogue, threads.submit(() -> answer(new Question(catalogue, text, limit))));
            }
            asked.forEach((catalogue, answer) -> {
                String problem = take(catalogue, answer, deadlineNanos, grouping, problems);
                if (problem == null) {
                    answered.add(catalogue.host());
                } else {
                    problems.add(catalogue.host() + ": " + problem);
                }
            });
        } finally {
            threads.shutdownNow(); // catalogues that have not answered by now are not waited for
        }
    }

    private CatalogueFile.Answer answer(Question question) {
        return answers.get(question, asked -> {
            try {
                return client.ask(asked.catalogue(), asked.text(), asked.limit());
            } catch (HttpTimeoutException e) {
                throw new InvalidCatalogueAnswerException("no answer within " + patience.toSeconds() + " s");
            } catch (IOException e) {
                throw new InvalidCatalogueAnswerException(
                        "no connection: " + CatalogueAnswerValidator.line(String.valueOf(e)));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InvalidCatalogueAnswerException("interrupted");
            }
        });
    }

    /** Takes an answer into the groups; the problem if there is none. */
    private @Nullable String take(
            DataCatalogue catalogue,
            Future<CatalogueFile.Answer> future,
            long deadlineNanos,
            ReplicaGrouping grouping,
            List<String> problems) {
        try {
            CatalogueFile.Answer answer =
                    future.get(Math.max(0, deadlineNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
            answer.files().forEach(file -> grouping.add(catalogue.host(), file));
            answer.problems().forEach(line -> problems.add(catalogue.host() + ": " + line));
            return null;
        } catch (TimeoutException _) {
            return "no answer within " + patience.toSeconds() + " s";
        } catch (ExecutionException e) {
            if (e.getCause() instanceof InvalidCatalogueAnswerException reason) {
                return reason.getMessage();
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return "interrupted";
        }
    }

    private List<FoundFile> inOrder(List<FoundFile> files, String destination) {
        if (destination.isBlank()) {
            return files;
        }
        List<ForecastQuery> questions = new ArrayList<>();
        for (FoundFile file : files) {
            for (Replica replica : file.replicas()) {
                if (file.bytes() != null && !replica.host().isEmpty() && questions.size() < MOST_FORECASTS) {
                    URI best = best(replica);
                    questions.add(new ForecastQuery(
                            host(best, replica),
                            destination,
                            transport(best),
                            "",
                            0,
                            StorageClass.DISK,
                            file.bytes(),
                            1,
                            null,
                            null,
                            null,
                            null,
                            null,
                            null,
                            null));
                }
            }
        }
        List<Forecast> told = questions.isEmpty() ? List.of() : forecasts.apply(questions);
        List<FoundFile> ordered = new ArrayList<>();
        int next = 0;
        for (FoundFile file : files) {
            List<Replica> replicas = new ArrayList<>();
            for (Replica replica : file.replicas()) {
                boolean asked = file.bytes() != null && !replica.host().isEmpty() && next < told.size();
                replicas.add(new Replica(
                        replica.host(),
                        replica.accesses(),
                        replica.priority(),
                        replica.catalogue(),
                        asked ? told.get(next++) : null));
            }
            replicas.sort(Comparator.comparingDouble(DataDiscovery::seconds)); // stable: else as the catalogue has them
            ordered.add(new FoundFile(file.name(), file.dataset(), file.bytes(), file.checksums(), replicas));
        }
        return ordered;
    }

    private static double seconds(Replica replica) {
        Double seconds = replica.forecast() == null ? null : replica.forecast().secondsP50();
        return seconds == null ? Double.POSITIVE_INFINITY : seconds;
    }

    /** GridFTP's where there is one: made for large files. */
    private static URI best(Replica replica) {
        return replica.accesses().stream()
                .map(access -> URI.create(access.url()))
                .min(Comparator.comparingInt(DataDiscovery::order))
                .orElse(URI.create(Protocol.HTTPS.scheme() + ":/"));
    }

    private static int order(URI url) {
        return url.getHost() == null ? 2 : url.getScheme().equals(Protocol.GSIFTP.scheme()) ? 0 : 1;
    }

    /** A data node may serve its files by hosts of other names. */
    private static String host(URI best, Replica replica) {
        return best.getHost() == null ? replica.host() : best.getHost();
    }

    private static String transport(URI best) {
        return best.getScheme().equals(Protocol.SRM.scheme()) ? Protocol.GSIFTP.scheme() : best.getScheme();
    }
}
