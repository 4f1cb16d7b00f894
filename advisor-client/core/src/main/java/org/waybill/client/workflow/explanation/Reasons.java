package org.waybill.client.workflow.explanation;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.api.ForecastBasis;
import org.waybill.api.circuit.QuoteBasis;
import org.waybill.api.overlay.PathForecast;
import org.waybill.client.HumanUnits;
import org.waybill.client.estimate.Dataset;
import org.waybill.client.estimate.Estimate;
import org.waybill.client.estimate.Estimator;
import org.waybill.client.estimate.PathState;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.option.KnownReplica;
import org.waybill.client.workflow.option.OptionTraits;
import org.waybill.client.workflow.option.PlannedCircuit;
import org.waybill.client.workflow.option.Security;
import org.waybill.client.workflow.ranking.Exploration;
import org.waybill.client.workflow.ranking.Ranking;
import org.waybill.protocol.Login;
import org.waybill.protocol.Protocols;
import org.waybill.protocol.Tool;

/** Says why an option has its rank, and what it can and cannot do. A pure function of the facts. */
public final class Reasons {
    private static final long MANY_FILES = 100;
    private static final double LONG_PATH_RTT_MILLIS = 10;

    private final ReasonFacts facts;
    private final Ranking ranking;
    private final List<Remark> remarks = new ArrayList<>();

    private Reasons(ReasonFacts facts, Ranking ranking) {
        this.facts = facts;
        this.ranking = ranking;
    }

    /** @param rank of the option that is described, from 1 */
    public static List<Remark> of(List<Ranking.EstimatedOption> ranked, int rank, ReasonFacts facts, Ranking ranking) {
        Ranking.EstimatedOption judged = ranked.get(rank - 1);
        Reasons reasons = new Reasons(facts, ranking);
        reasons.place(judged, rank, ranked);
        if (facts.request().deadline() == null && Exploration.isWorth(judged, ranked.getFirst())) {
            reasons.trial(judged.estimate(), ranked.getFirst());
        }
        PlannedCircuit circuit = judged.candidate().circuit();
        if (circuit == null) {
            reasons.forecast(judged.estimate());
            reasons.trains(judged);
        } else {
            reasons.circuit(circuit);
        }
        reasons.deadline(judged.estimate());
        reasons.option(judged.candidate());
        reasons.carriage(judged.candidate());
        reasons.safety(judged.candidate());
        return List.copyOf(reasons.remarks);
    }

    private void add(ReasonCode code, String text) {
        remarks.add(new Remark(code, text));
    }

    private void place(Ranking.EstimatedOption judged, int rank, List<Ranking.EstimatedOption> ranked) {
        if (ranking.isPreferred(judged.candidate())) {
            add(
                    ReasonCode.PREFERRED,
                    "you prefer " + judged.candidate().protocol().scheme());
        }
        if (!judged.estimate().isKnown()) {
            add(ReasonCode.PROTOCOL_ORDER, "no forecast: ordered by the protocols' known performance and security");
        } else if (rank == 1) {
            shortest(judged, ranked);
        }
    }

    private void shortest(Ranking.EstimatedOption first, List<Ranking.EstimatedOption> ranked) {
        List<Ranking.EstimatedOption> shorter =
                ranked.stream().filter(other -> Ranking.isShorter(other, first)).toList();
        // what ranks a certain path before doubtful ones is not its time
        List<Ranking.EstimatedOption> rivals = shorter.stream()
                .filter(other ->
                        other.candidate().pathSure() || !first.candidate().pathSure())
                .toList();
        if (rivals.stream().anyMatch(other -> Ranking.isFaster(other, first))) {
            return;
        }
        String best = "the fastest forecast"
                + (rivals.size() < shorter.size() ? " of the options whose path is certain" : "");
        add(
                ReasonCode.SHORTEST_TIME,
                rivals.isEmpty() ? best : "as fast as " + best + ": a difference of 5 % does not count");
    }

    private void trial(Estimate estimate, Ranking.EstimatedOption first) {
        add(
                ReasonCode.MAY_BE_TRIED,
                "no past transfers; may take only " + HumanUnits.time(Exploration.hopedSeconds(estimate)) + ", "
                        + first.candidate().transport() + " takes "
                        + HumanUnits.time(
                                Objects.requireNonNull(first.estimate().secondsP50())));
    }

    private void forecast(Estimate estimate) {
        String error = estimate.pastMedianErrorPercent() == null
                ? ""
                : String.format(
                        Locale.ROOT,
                        "; the median error of such forecasts is %.0f %%",
                        estimate.pastMedianErrorPercent());
        remarks.add(
                switch (estimate.basis()) {
                    case HISTORY ->
                        new Remark(
                                ReasonCode.FORECAST_HISTORY,
                                "from " + HumanUnits.counted(estimate.samples(), "past transfer") + error);
                    case PROBE ->
                        new Remark(
                                ReasonCode.FORECAST_PROBE,
                                estimate.samples() > 0
                                        ? "from " + HumanUnits.counted(estimate.samples(), "small transfer")
                                                + " made just now"
                                                + (Estimator.LINE.equals(estimate.method())
                                                        ? ""
                                                        : "; " + estimate.method())
                                                + error
                                        : "from "
                                                + (estimate.evidence().isOfTests()
                                                        ? "small transfers by another transport"
                                                        : "the measured bottleneck")
                                                + " and a model of the transport ("
                                                + estimate.method() + ")" + error);
                    case MODEL ->
                        new Remark(ReasonCode.FORECAST_MODEL, "from a model (" + estimate.method() + ")" + error);
                    case UNKNOWN ->
                        new Remark(
                                ReasonCode.FORECAST_UNKNOWN,
                                facts.dataset() == null
                                        ? "the size of the data is unknown: give it with --size"
                                        : "there are no past transfers and no measurements of this path");
                });
    }

    /** Of options that go straight between the two ends of the trains, unless past transfers say more. */
    private void trains(Ranking.EstimatedOption judged) {
        Candidate candidate = judged.candidate();
        boolean straight = candidate.via().isEmpty() && !candidate.isStaged() && !candidate.throughHere();
        if (facts.trains() != null && straight && judged.estimate().basis() != ForecastBasis.HISTORY) {
            add(ReasonCode.PACKET_TRAINS, facts.trains().sentence());
        }
    }

    private void circuit(PlannedCircuit circuit) {
        double wait = Math.max(0, Duration.between(facts.now(), circuit.start()).toMillis() / 1e3);
        String access = circuit.accessBitsPerSecond() == null
                ? "the rate from this machine to it was not measured"
                : HumanUnits.rate(circuit.accessBitsPerSecond()) + " measured from this machine to it";
        add(
                ReasonCode.FORECAST_CIRCUIT,
                "starts " + (wait < 1 ? "at once" : "in " + HumanUnits.roughTime(wait)) + ", provides "
                        + HumanUnits.rate(circuit.expectedBitsPerSecond()) + "; " + access);
        add(
                ReasonCode.RESERVED_CIRCUIT,
                HumanUnits.rate(circuit.bitsPerSecond()) + " by " + circuit.system() + " from "
                        + circuit.start() + " to " + circuit.end()
                        + (circuit.path().isEmpty() ? "" : " through " + String.join(", ", circuit.path())));
        if (circuit.breakEvenBytes() != null) {
            add(ReasonCode.CIRCUIT_PAYS, "faster from " + HumanUnits.decimalSize(circuit.breakEvenBytes()) + " on");
        }
        if (circuit.basis() != QuoteBasis.AVAILABILITY) {
            add(ReasonCode.CAPACITY_ONLY, circuit.system() + " does not publish whether it is free");
        }
    }

    private void deadline(Estimate estimate) {
        Instant deadline = facts.request().deadline();
        if (deadline == null) {
            return;
        }
        Double p50 = estimate.secondsP50();
        Double p90 = estimate.secondsP90();
        double left = Duration.between(facts.now(), deadline).toMillis() / 1000.0;
        if (p50 == null) {
            add(ReasonCode.DEADLINE_UNKNOWN, "there is no forecast to compare with the deadline");
        } else if (p50 > left) {
            add(ReasonCode.WOULD_MISS_DEADLINE, String.format(Locale.ROOT, "needs %.0f s, %.0f s are left", p50, left));
        } else if (p90 == null || p90 > left) {
            add(
                    ReasonCode.MAY_MISS_DEADLINE,
                    String.format(Locale.ROOT, "needs %.0f s (P50), %.0f s are left; it may take longer", p50, left));
        } else {
            add(
                    ReasonCode.MEETS_DEADLINE,
                    String.format(Locale.ROOT, "needs %.0f s (P90), %.0f s are left", p90, left));
        }
    }

    private void option(Candidate candidate) {
        if (candidate.isStaged()) {
            add(
                    ReasonCode.STAGED,
                    "the data are staged at " + String.join(" and ", candidate.via())
                            + ", which the catalogue lists near the endpoints: you need an account and space on that"
                            + " host");
        }
        PathForecast relayed = candidate.relayed();
        if (relayed != null && !relayed.via().isEmpty()) {
            add(
                    ReasonCode.RELAYS_PAY,
                    String.format(
                            Locale.ROOT,
                            "its links are forecast to carry %s (%s), %+.0f %% compared with the direct path after the"
                                    + " cost of relaying; relays are used from +%.0f %% on",
                            HumanUnits.rate(Objects.requireNonNull(relayed.bitsPerSecond())),
                            HumanUnits.counted(relayed.samples(), "measurement"),
                            relayed.improvementPercent(),
                            relayed.thresholdPercent()));
        }
        if (candidate.throughHere()) {
            add(
                    ReasonCode.THROUGH_THIS_MACHINE,
                    (candidate.isStaged() ? "on one hop " : "") + "this machine downloads the data and uploads them");
        } else if (candidate.staysInServer()) {
            add(
                    ReasonCode.THIRD_PARTY_DIRECT,
                    "the data stay within the server, which copies from "
                            + candidate.source().host() + " to "
                            + candidate.destination().host() + "; if it refuses, they go through this machine");
        } else if (candidate.isThirdPartyDirect()) {
            add(
                    ReasonCode.THIRD_PARTY_DIRECT,
                    "the data flow directly from " + candidate.source().host() + " to "
                            + candidate.destination().host()
                            + (candidate.protocol().isThirdPartyIfOffered()
                                    ? ", and not through this machine; if both servers refuse, they do"
                                    : ""));
        }
        if (!candidate.pathSure()) {
            add(
                    ReasonCode.PATH_MAY_DIFFER,
                    "you did not name a " + candidate.protocol().scheme()
                            + " path: the server may export the files under another root");
        }
        KnownReplica replica = candidate.replica();
        if (replica != null) {
            add(ReasonCode.REPLICA, "the copy at " + replica.host() + " that " + replica.catalogue() + " lists");
        }
        if (!candidate.movable()) {
            Optional<Candidate> hop =
                    candidate.legs().stream().filter(leg -> !leg.movable()).findFirst();
            add(
                    ReasonCode.SCRIPT_ONLY,
                    "by script only, with "
                            + hop.map(leg -> leg.tool().command() + ", for the hop to "
                                            + (leg.destination().isLocal()
                                                    ? "this machine"
                                                    : leg.destination().host()))
                                    .orElse(candidate.tool().command()));
        }
        if (facts.missingTools().contains(candidate.tool())) {
            add(
                    ReasonCode.TOOL_MISSING,
                    candidate.tool().command() + " is not installed on this machine ("
                            + candidate.tool().origin() + ")");
        }
        if (candidate.protocol().login() == Login.GRID_PROXY) {
            add(ReasonCode.NEEDS_PROXY, "needs a grid proxy certificate");
        }
    }

    private void carriage(Candidate candidate) {
        PathState path = facts.path();
        boolean longPath = path.rttMillis() != null && path.rttMillis() >= LONG_PATH_RTT_MILLIS;
        boolean parallel = candidate.isByEngine() || candidate.streams() > 1;
        if (candidate.isByDatagrams()) {
            add(
                    ReasonCode.DEDICATED_PATH,
                    candidate.circuit() == null
                            ? "you declared the path as dedicated"
                            : "the circuit is dedicated: at most at its rate");
        } else if (parallel && candidate.tool() != Tool.CP) {
            add(
                    ReasonCode.PARALLEL_STREAMS,
                    candidate.streams() == 0
                            ? "chooses the number of connections itself"
                            : HumanUnits.counted(candidate.streams(), "connection"));
        } else if (longPath && candidate.tool() != Tool.CP) {
            add(
                    ReasonCode.SINGLE_STREAM,
                    String.format(Locale.ROOT, "one connection over a round trip of %.0f ms", path.rttMillis()));
        }
        windowLimit(path, parallel);
        Dataset dataset = facts.dataset();
        if (dataset != null && dataset.files() >= MANY_FILES) {
            boolean pipelined = OptionTraits.of(candidate, true).pipelines();
            add(
                    pipelined ? ReasonCode.PIPELINED_FILES : ReasonCode.MANY_FILES,
                    dataset.files() + " files, "
                            + (pipelined
                                    ? "sent without waiting for each answer"
                                    : "each waits for answers of the remote host"));
        }
    }

    private void windowLimit(PathState path, boolean parallel) {
        if (parallel
                || path.windowBytes() == null
                || path.rttMillis() == null
                || path.bottleneckBitsPerSecond() == null) {
            return;
        }
        double inFlightBytes = path.bottleneckBitsPerSecond() / 8 * path.rttMillis() / 1000;
        if (inFlightBytes > path.windowBytes() / 2.0) {
            add(
                    ReasonCode.WINDOW_LIMITED,
                    String.format(
                            Locale.ROOT,
                            "the path holds %.1f MiB, the buffers of a connection half of %.1f MiB",
                            inFlightBytes / (1 << 20),
                            path.windowBytes() / (double) (1 << 20)));
        }
    }

    private void safety(Candidate candidate) {
        Dataset dataset = facts.dataset();
        OptionTraits traits = OptionTraits.of(candidate, dataset != null && dataset.files() > 1);
        Security security = Security.of(candidate);
        @Nullable
        ReasonCode code =
                switch (security) {
                    case ENCRYPTED -> ReasonCode.ENCRYPTED;
                    case CONTROL_ONLY -> ReasonCode.CONTROL_ONLY_ENCRYPTED;
                    case UNKNOWN -> ReasonCode.ENCRYPTION_UNKNOWN;
                    case CLEARTEXT -> ReasonCode.CLEARTEXT;
                    case LOCAL -> null;
                };
        if (code != null) {
            add(code, security.sentence());
        }
        add(
                traits.resumes() ? ReasonCode.RESUMES : ReasonCode.NO_RESUME,
                traits.resumes() ? "a re-run resumes" : "a re-run starts over");
        add(
                traits.verifies() ? ReasonCode.VERIFIED : ReasonCode.NOT_VERIFIED,
                traits.verifies()
                        ? "the SHA-256 of source and destination is compared"
                        : candidate.tool() == Tool.WAYBILL
                                ? "compared with the source only if its server provides a checksum"
                                : "checksums are not compared");
        if (traits.durable()) {
            add(ReasonCode.DURABLE, "written to a temporary file and renamed when complete" + unflushed(candidate));
        }
    }

    /** FTP, HTTP and the like have no command to flush: what is written and read back may be in memory alone. */
    private String unflushed(Candidate candidate) {
        Dataset dataset = facts.dataset();
        if (candidate.destination().isLocal()
                || !Protocols.transport(candidate.transport()).readsBack()) {
            return "";
        }
        Double disk = facts.path().writeBitsPerSecond();
        return "; the server may still have the data in memory then"
                + (disk == null || dataset == null
                        ? ""
                        : ": writing them to its disk takes up to " + HumanUnits.roughTime(dataset.bytes() * 8 / disk));
    }
}
