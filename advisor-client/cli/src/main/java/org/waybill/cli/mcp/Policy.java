package org.waybill.cli.mcp;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.client.HumanUnits;
import org.waybill.client.WaybillHome;
import org.waybill.client.endpoint.EndpointNames;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * What is approved without a person: the file {@code mcp/policy.json} of the home, which only people write. A number that
 * it lacks is 0: nothing is approved by it.
 *
 * @param endpoints places; source and destination must each be one of them or below one
 * @param bytesPerPlan at most
 * @param bytesPerDay at most in 24 hours, with what people have approved
 * @param minutesPerPlan at most, after which the copy ends
 * @param costPerPlan at most, in the currency of the prices
 * @param costPerDay the same in 24 hours
 * @param from time of day from which on it approves, as in {@code 20:00}; null for all day
 * @param until time of day until which it approves; null for all day
 * @param prices of bytes
 */
record Policy(
        List<String> endpoints,
        long bytesPerPlan,
        long bytesPerDay,
        int minutesPerPlan,
        double costPerPlan,
        double costPerDay,
        @Nullable String from,
        @Nullable String until,
        List<Price> prices) {
    static final Policy NONE = new Policy(List.of(), 0, 0, 0, 0, 0, null, null, List.of());
    private static final Duration DAY = Duration.ofHours(24);
    private static final double GIGABYTE = 1e9;
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .build();

    /**
     * What it costs to read or write at a place.
     *
     * @param endpoint the place, with what is below it
     * @param perGigabyte of 10^9 bytes
     */
    record Price(String endpoint, double perGigabyte) {}

    Policy {
        endpoints = List.copyOf(Objects.requireNonNullElse(endpoints, List.of()));
        prices = List.copyOf(Objects.requireNonNullElse(prices, List.of()));
    }

    static Path file(WaybillHome home) {
        return home.assistants().resolve("policy.json");
    }

    /** That of a home, which approves nothing if it has none. @throws TransferException if it cannot be understood */
    static Policy of(WaybillHome home) throws TransferException {
        Path file = file(home);
        try {
            Policy policy = JSON.readValue(Files.readString(file), Policy.class);
            time(policy.from);
            time(policy.until);
            if ((policy.from == null) != (policy.until == null)) {
                throw new TransferException(
                        Reason.BAD_INPUT, "cannot use the policy " + file + ": from and until need each other");
            }
            return policy;
        } catch (NoSuchFileException _) {
            return NONE;
        } catch (IOException | JacksonException | DateTimeParseException e) {
            String why = e instanceof JacksonException json ? json.getOriginalMessage() : e.getMessage();
            throw new TransferException(Reason.BAD_INPUT, "cannot use the policy " + file + ": " + why, e);
        }
    }

    private static @Nullable LocalTime time(@Nullable String written) {
        return written == null ? null : LocalTime.parse(written);
    }

    /** What bytes cost that go from one place to another. */
    double cost(long bytes, PlanEnd source, PlanEnd destination, EndpointNames names, PlanEnd.Secrets secrets)
            throws TransferException {
        double perGigabyte = 0;
        for (PlanEnd end : List.of(source, destination)) {
            List<Price> matching = new ArrayList<>();
            for (Price price : prices) {
                if (end.isIn(PlanEnd.of(price.endpoint(), names, secrets))) {
                    matching.add(price);
                }
            }
            perGigabyte += matching.stream()
                    .max(Comparator.comparingInt(price -> price.endpoint().length()))
                    .map(Price::perGigabyte)
                    .orElse(0.0);
        }
        return perGigabyte * bytes / GIGABYTE;
    }

    /**
     * Why it does not approve a plan; empty if it does.
     *
     * @param used plans of the last 24 hours
     */
    Optional<String> refusal(
            Plan plan, List<Plan> used, ZonedDateTime now, EndpointNames names, PlanEnd.Secrets secrets)
            throws TransferException {
        if (endpoints.isEmpty()) {
            return Optional.of("no policy approves plans here");
        }
        for (PlanEnd end : List.of(plan.source(), plan.destination())) {
            if (!isAllowed(end, names, secrets)) {
                return Optional.of("the policy does not allow " + end.text());
            }
        }
        if (secrets.areIn(plan.source()) || secrets.areIn(plan.destination())) {
            return Optional.of("secrets of this user are below a place of the plan");
        }
        long bytes = used.stream().mapToLong(Plan::bytes).sum();
        double cost = used.stream().mapToDouble(Plan::cost).sum();
        return hours(now)
                .or(() -> over(plan.bytes(), bytesPerPlan, "bytesPerPlan"))
                .or(() -> over(bytes + plan.bytes(), bytesPerDay, "bytesPerDay"))
                .or(() -> over(plan.minutes(), minutesPerPlan, "minutesPerPlan"))
                .or(() -> over(plan.cost(), costPerPlan, "costPerPlan"))
                .or(() -> over(cost + plan.cost(), costPerDay, "costPerDay"));
    }

    private boolean isAllowed(PlanEnd end, EndpointNames names, PlanEnd.Secrets secrets) throws TransferException {
        for (String prefix : endpoints) {
            if (end.isIn(PlanEnd.of(prefix, names, secrets))) {
                return true;
            }
        }
        return false;
    }

    private Optional<String> hours(ZonedDateTime now) {
        LocalTime first = time(from);
        LocalTime last = time(until);
        if (first == null || last == null) {
            return Optional.empty();
        }
        LocalTime at = now.toLocalTime();
        boolean within = first.isBefore(last)
                ? !at.isBefore(first) && at.isBefore(last)
                : !at.isBefore(first) || at.isBefore(last); // over midnight
        return within ? Optional.empty() : Optional.of("the policy approves only from " + from + " until " + until);
    }

    private static Optional<String> over(double wanted, double most, String limit) {
        if (wanted <= most) {
            return Optional.empty();
        }
        String shown = limit.startsWith("bytes")
                ? HumanUnits.binarySize((long) most)
                : BigDecimal.valueOf(most).stripTrailingZeros().toPlainString();
        return Optional.of("the policy's " + limit + " of " + shown + " would be passed");
    }

    /** The same now. */
    Optional<String> refusal(Plan plan, Plans plans, EndpointNames names, PlanEnd.Secrets secrets)
            throws TransferException, IOException {
        ZonedDateTime now = ZonedDateTime.now(ZoneId.systemDefault());
        List<Plan> others = plans.usedSince(now.toInstant().minus(DAY)).stream()
                .filter(one -> !one.id().equals(plan.id()))
                .toList();
        return refusal(plan, others, now, names, secrets);
    }
}
