package org.waybill.client.workflow;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.waybill.api.AdvisorService;
import org.waybill.api.Forecast;
import org.waybill.api.ForecastQuery;
import org.waybill.api.HopQuery;
import org.waybill.api.HostProfile;
import org.waybill.api.Located;
import org.waybill.api.ServiceEndpoint;

/**
 * Asks the advisor service, and does without where it does not answer: the first failure is kept for a warning, and
 * later questions are not asked at all. May be used by several threads.
 */
final class ServiceDesk {
    /** The contract's limit of questions in one call. */
    private static final int MOST_AT_ONCE = 256;

    private final @Nullable AdvisorService service;
    private final long endNs;
    private volatile @Nullable String trouble;

    ServiceDesk(@Nullable AdvisorService service, Duration patience) {
        this.service = service;
        this.endNs = System.nanoTime() + patience.toNanos();
        this.trouble = service == null ? "there is none" : null;
    }

    /** Why the service was of no use; empty if it was. */
    Optional<String> trouble() {
        return Optional.ofNullable(trouble);
    }

    Optional<HostProfile> profile(String host) throws InterruptedException {
        return ask(desk -> desk.profile(host));
    }

    List<Located> locate(List<HopQuery> hops) throws InterruptedException {
        List<HopQuery> first = hops.subList(0, Math.min(hops.size(), MOST_AT_ONCE));
        return first.isEmpty() ? List.of() : ask(desk -> desk.locate(first)).orElse(List.of());
    }

    /** Forecasts in the order of the questions; empty when there are none. */
    List<Forecast> forecast(List<ForecastQuery> queries) throws InterruptedException {
        List<ForecastQuery> first = queries.subList(0, Math.min(queries.size(), MOST_AT_ONCE));
        return first.isEmpty() ? List.of() : ask(desk -> desk.forecast(first)).orElse(List.of());
    }

    /** Tells the catalogue what was found; whether it listens makes no difference to the advice. */
    void report(String host, List<ServiceEndpoint> found) {
        AdvisorService desk = service;
        if (desk != null && trouble == null && !found.isEmpty()) {
            Thread.ofVirtual().name("report-services").start(() -> {
                try {
                    desk.reportServices(host, found);
                } catch (RuntimeException ignored) {
                    // the catalogue learns it another time
                }
            });
        }
    }

    private <T> Optional<T> ask(Function<AdvisorService, T> question) throws InterruptedException {
        AdvisorService desk = service;
        if (desk == null || trouble != null) {
            return Optional.empty();
        }
        CompletableFuture<T> answer = new CompletableFuture<>();
        Thread.ofVirtual().name("ask-service").start(() -> {
            try {
                answer.complete(question.apply(desk));
            } catch (RuntimeException | Error e) {
                answer.completeExceptionally(e);
            }
        });
        try {
            return Optional.of(answer.get(Math.max(1, endNs - System.nanoTime()), TimeUnit.NANOSECONDS));
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            trouble = cause == null || cause.getMessage() == null ? "it failed" : cause.getMessage();
        } catch (TimeoutException e) {
            trouble = "it did not answer in time";
        }
        return Optional.empty();
    }
}
