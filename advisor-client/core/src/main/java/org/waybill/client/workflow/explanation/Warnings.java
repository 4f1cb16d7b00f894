package org.waybill.client.workflow.explanation;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.waybill.client.HumanUnits;
import org.waybill.client.dataset.DatasetSize;
import org.waybill.client.discovery.HostFindings;
import org.waybill.client.discovery.PortFinding;
import org.waybill.client.discovery.PortState;
import org.waybill.client.discovery.ProtocolFacts;
import org.waybill.client.endpoint.Scenario;
import org.waybill.client.probe.PathFacts;
import org.waybill.client.probe.host.HostFacts;
import org.waybill.client.workflow.option.AdviceRequest;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.ranking.Ranking;
import org.waybill.client.workflow.survey.Suggestions;
import org.waybill.client.workflow.survey.Survey;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Tool;

/** What the user should know besides the ranking. */
public final class Warnings {
    private final AdviceRequest request;
    private final Survey survey;
    private final List<ProtocolFacts> protocols;
    private final List<Ranking.EstimatedOption> ranked;
    private final Instant now;
    private final List<Remark> warnings = new ArrayList<>();

    public Warnings(
            AdviceRequest request,
            Survey survey,
            List<ProtocolFacts> protocols,
            List<Ranking.EstimatedOption> ranked,
            Instant now) {
        this.request = request;
        this.survey = survey;
        this.protocols = protocols;
        this.ranked = ranked;
        this.now = now;
    }

    /**
     * The warnings.
     *
     * @param serviceTrouble why the service was of no use, if it was not
     * @param leftOut the number of options left out because data would travel in clear
     * @param remarks on what was looked for and cannot be used
     */
    public List<Remark> of(Optional<String> serviceTrouble, int leftOut, List<Remark> remarks) {
        serviceTrouble.ifPresent(why -> add(
                ReasonCode.SERVICE_UNAVAILABLE,
                "the advisor service was not reached (" + why + "): no history, catalogue or places"));
        host(survey.ends().atSource(), survey.source().facts());
        host(survey.ends().atDestination(), survey.destination().facts());
        size();
        path();
        constraints(leftOut);
        usable(leftOut);
        warnings.addAll(remarks);
        return List.copyOf(warnings);
    }

    private void add(ReasonCode code, String text) {
        warnings.add(new Remark(code, text));
    }

    private void host(@Nullable HostFindings found, HostFacts facts) {
        if (found == null || found.wasAssumed()) {
            return;
        }
        if (!found.answered()) {
            add(
                    ReasonCode.HOST_UNREACHABLE,
                    found.host() + " did not answer on any probed port"
                            + (found.heardNothing() ? " in time, so its protocols are unknown" : ""));
            return;
        }
        for (PortFinding port : found.ports()) {
            // SFTP, FTPS and WebDAV are options of servers that are there for something else
            Protocol protocol = port.protocol();
            boolean optional = protocol.server() != protocol && protocol != Protocol.GSIFTP;
            if (port.state() == PortState.WRONG_SERVICE && !optional) {
                add(
                        ReasonCode.WRONG_SERVICE,
                        "port " + port.port() + " of " + found.host() + " does not speak "
                                + port.protocol().scheme() + (port.banner().isEmpty() ? "" : ": " + port.banner()));
            }
        }
        if (facts.basis().equals(HostFacts.UNKNOWN)) {
            add(ReasonCode.HOST_PROFILE_UNKNOWN, "memory, disk and load of " + found.host() + " are unknown");
        }
    }

    private void size() {
        Optional<DatasetSize> counted = survey.counted();
        if (counted.isEmpty()) {
            add(
                    ReasonCode.SIZE_UNKNOWN,
                    "the size of " + request.source().format()
                            + " is unknown, so times are unknown: give it with --size");
            return;
        }
        if (!counted.get().complete()) {
            add(
                    ReasonCode.SIZE_INCOMPLETE,
                    "counting stopped at " + counted.get().dataset().files() + " files");
        }
        Long free = survey.destination().facts().freeDiskBytes();
        long needed = counted.get().dataset().bytes();
        if (free != null && free < needed) {
            add(
                    ReasonCode.DISK_TOO_SMALL,
                    "the destination has " + HumanUnits.binarySize(free) + " free, the data need "
                            + HumanUnits.binarySize(needed));
        }
    }

    private void path() {
        Scenario scenario = survey.ends().scenario();
        boolean unprobed = Stream.of(survey.ends().atSource(), survey.ends().atDestination())
                .anyMatch(found -> found != null && found.wasAssumed());
        if (scenario == Scenario.LOCAL_TO_LOCAL || scenario == Scenario.THIRD_PARTY || unprobed) {
            return;
        }
        PathFacts path = survey.internetPath();
        if (path == null || path.hops().isEmpty()) {
            add(ReasonCode.PATH_UNKNOWN, "the route could not be traced");
        }
        if (!survey.isOnOneMachine()
                && survey.trains() == null
                && (path == null || path.bottleneckBitsPerSecond() == null)) {
            add(ReasonCode.BANDWIDTH_UNKNOWN, "the bandwidth of the path was not measured");
        }
    }

    private void constraints(int leftOut) {
        for (Protocol wanted : request.prefer()) {
            boolean offered = ranked.stream().anyMatch(one -> answers(wanted, one.candidate()));
            if (!offered) {
                String why = protocols.stream()
                        .filter(one -> one.name().equals(wanted.scheme()))
                        .map(one ->
                                one.available() && leftOut > 0 ? "none of its options encrypts the data" : one.reason())
                        .findFirst()
                        .orElse("not probed");
                add(ReasonCode.PREFERENCE_UNAVAILABLE, wanted.scheme() + " cannot be used: " + why);
            }
        }
        if (leftOut > 0) {
            add(
                    ReasonCode.CLEARTEXT_LEFT_OUT,
                    leftOut + (leftOut == 1 ? " option" : " options")
                            + " excluded, because "
                            + (isOfRclone()
                                    ? "it is not known whether the data would be encrypted"
                                    : "the data would not be encrypted")
                            + (request.secure()
                                    ? ""
                                    : " and you named an encrypted scheme; to allow it, use a scheme without"
                                            + " encryption, such as ftp://"));
        }
        Instant deadline = request.deadline();
        List<Double> known = ranked.stream()
                .map(one -> one.estimate().secondsP50())
                .filter(Objects::nonNull)
                .toList();
        if (deadline != null && !known.isEmpty()) {
            double left = Duration.between(now, deadline).toMillis() / 1000.0;
            double least = known.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
            if (least > left) {
                add(
                        ReasonCode.DEADLINE_OUT_OF_REACH,
                        String.format(
                                Locale.ROOT,
                                "%.0f s are left, the fastest option is forecast to take %.0f s",
                                Math.max(0, left),
                                least));
            }
        }
    }

    private boolean isOfRclone() {
        return request.source().location().is(Protocol.RCLONE)
                || request.destination().location().is(Protocol.RCLONE);
    }

    private static boolean answers(Protocol wanted, Candidate candidate) {
        return wanted == Protocol.RSYNC
                ? candidate.tool() == Tool.RSYNC
                : candidate.protocol() == wanted
                        || (!wanted.movesFiles() && candidate.protocol().server() == wanted);
    }

    private void usable(int leftOut) {
        boolean silent = Stream.of(survey.ends().atSource(), survey.ends().atDestination())
                .anyMatch(found -> found != null && found.heardNothing());
        if (ranked.isEmpty() && leftOut == 0 && !silent) {
            nothingUsable();
        }
        if (!Suggestions.near(request.source(), survey.source(), null).isEmpty()
                || !Suggestions.near(request.destination(), survey.destination(), null)
                        .isEmpty()) {
            add(ReasonCode.NEARBY_SERVICES, "the catalogue lists hosts nearby with services for bulk data");
        }
    }

    /** What came too late is not known: it is no proof that there is nothing. */
    private void nothingUsable() {
        Optional<ProtocolFacts> late = protocols.stream()
                .filter(ProtocolFacts::unanswered)
                .filter(one -> Stream.of(request.source(), request.destination())
                        .anyMatch(end -> !end.isLocal()
                                && one.name().equals(end.location().scheme())))
                .findFirst();
        String between =
                request.source().format() + " and " + request.destination().format();
        if (late.isPresent()) {
            add(
                    ReasonCode.SERVICE_SILENT,
                    "whether there is an option between " + between + " is not known: "
                            + late.get().reason());
        } else {
            add(ReasonCode.NO_USABLE_PROTOCOL, "no usable protocol was found between " + between);
        }
    }
}
