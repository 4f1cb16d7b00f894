package org.waybill.client.workflow.survey;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.waybill.api.AdvisorService;
import org.waybill.api.DataQuery;
import org.waybill.api.Forecast;
import org.waybill.api.ForecastQuery;
import org.waybill.api.FoundData;
import org.waybill.api.HopQuery;
import org.waybill.api.HostProfile;
import org.waybill.api.Located;
import org.waybill.api.Measurement;
import org.waybill.api.ServiceEndpoint;
import org.waybill.api.circuit.CircuitOffer;
import org.waybill.api.circuit.CircuitQuery;
import org.waybill.api.overlay.PathForecast;
import org.waybill.api.storage.StorageFacts;

/**
 * Asks the advisor service, and does without where it does not answer: the first failure is kept for a warning, and
 * later questions are not asked at all. May be used by several threads.
 */
public final class AdvisorConnection {
    /** The contract's limit of questions in one call. */
    private static final int MOST_AT_ONCE = 256;

    private final @Nullable AdvisorService service;
    private final long endNs;
    private final AdviceTimeBudget time;
    private volatile @Nullable String trouble;
    private volatile @Nullable String circuitTrouble;

    /** @param patience the longest to wait for its own answers, its start included */
    public AdvisorConnection(@Nullable AdvisorService service, Duration patience, AdviceTimeBudget time) {
        this.service = service;
        this.time = time;
        this.endNs = System.nanoTime() + patience.toNanos();
        this.trouble = service == null ? "there is none" : null;
    }

    /** Why the service was of no use; empty if it was. */
    public Optional<String> trouble() {
        return Optional.ofNullable(trouble);
    }

    Optional<HostProfile> profile(String host) throws InterruptedException {
        return ask(desk -> desk.profile(host));
    }

    /** Places in any order; empty when there are none. */
    public List<Located> locate(List<HopQuery> hops) throws InterruptedException {
        List<HopQuery> first = hops.subList(0, Math.min(hops.size(), MOST_AT_ONCE));
        return first.isEmpty() ? List.of() : ask(desk -> desk.locate(first)).orElse(List.of());
    }

    /** Forecasts in the order of the questions; empty when there are none. */
    public List<Forecast> forecast(List<ForecastQuery> queries) throws InterruptedException {
        List<ForecastQuery> first = queries.subList(0, Math.min(queries.size(), MOST_AT_ONCE));
        return first.isEmpty() ? List.of() : ask(desk -> desk.forecast(first)).orElse(List.of());
    }

    /** Paths between two hosts over relays, the direct one among them; empty if the service does not answer. */
    public List<PathForecast> paths(String source, String destination, int most) throws InterruptedException {
        return ask(desk -> desk.virtualPaths(source, destination, most)).orElse(List.of());
    }

    /** What provisioning systems offer; empty if the service cannot say, and {@link #circuitTrouble} says why. */
    public Optional<List<CircuitOffer>> circuits(CircuitQuery query) throws InterruptedException {
        return aside(desk -> desk.quoteCircuits(query), why -> circuitTrouble = why);
    }

    /** Why circuits could not be asked about; empty if they could, or there is no service to ask. */
    public Optional<String> circuitTrouble() {
        return Optional.ofNullable(circuitTrouble);
    }

    /** What catalogues of data know; empty where there are none, or none answers. */
    Optional<FoundData> find(DataQuery query) throws InterruptedException {
        return aside(desk -> desk.findData(query), why -> {});
    }

    /** What a storage system says; empty if the service knows none there, or may not call it. */
    public Optional<StorageFacts> storage(String surl) throws InterruptedException {
        return aside(desk -> desk.storage(surl), why -> {});
    }

    /**
     * Asks what the service must ask others about, for as long as advice has time: without it, it is advice too.
     */
    private <T> Optional<T> aside(Function<AdvisorService, T> question, Consumer<String> failed)
            throws InterruptedException {
        return ask(question, time.forQuestions().toNanos(), failed, "no answer in time");
    }

    /** Sends what was found to the catalogue; the advice does not depend on its answer. */
    public void report(String host, List<ServiceEndpoint> found) {
        if (!found.isEmpty()) {
            tell(desk -> desk.reportServices(host, found));
        }
    }

    /** Sends what was measured to the history; the advice does not depend on its answer. */
    public void remember(List<Measurement> measured) {
        if (!measured.isEmpty()) {
            tell(desk -> desk.recordMeasurements(measured));
        }
    }

    private void tell(Consumer<AdvisorService> news) {
        AdvisorService desk = service;
        if (desk != null && trouble == null) {
            Thread.ofVirtual().name("tell-service").start(() -> {
                try {
                    news.accept(desk);
                } catch (RuntimeException ignored) {
                    // it learns it another time
                }
            });
        }
    }

    private <T> Optional<T> ask(Function<AdvisorService, T> question) throws InterruptedException {
        return ask(question, endNs - System.nanoTime(), why -> trouble = why, "it did not answer in time");
    }

    private <T> Optional<T> ask(
            Function<AdvisorService, T> question, long patienceNs, Consumer<String> failed, String late)
            throws InterruptedException {
        AdvisorService desk = service;
        if (desk == null || trouble != null) {
            return Optional.empty();
        }
        try {
            return Optional.of(answer(question, desk, patienceNs));
        } catch (ExecutionException e) {
            failed.accept(message(e));
        } catch (TimeoutException e) {
            failed.accept(late);
        }
        return Optional.empty();
    }

    private static <T> T answer(Function<AdvisorService, T> question, AdvisorService desk, long patienceNs)
            throws ExecutionException, TimeoutException, InterruptedException {
        CompletableFuture<T> answer = new CompletableFuture<>();
        Thread.ofVirtual().name("ask-service").start(() -> {
            try {
                answer.complete(question.apply(desk));
            } catch (RuntimeException | Error e) {
                answer.completeExceptionally(e);
            }
        });
        return answer.get(Math.max(1, patienceNs), TimeUnit.NANOSECONDS);
    }

    private static String message(ExecutionException e) {
        Throwable cause = e.getCause();
        return cause == null || cause.getMessage() == null ? "it failed" : cause.getMessage();
    }
}
