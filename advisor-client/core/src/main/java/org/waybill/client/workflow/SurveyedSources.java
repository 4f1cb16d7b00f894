package org.waybill.client.workflow;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.probe.TrainFacts;
import org.waybill.client.workflow.explanation.ReasonCode;
import org.waybill.client.workflow.explanation.Remark;
import org.waybill.client.workflow.option.AdviceRequest;
import org.waybill.client.workflow.option.KnownReplica;
import org.waybill.client.workflow.survey.AdviceTimeBudget;
import org.waybill.client.workflow.survey.AdvisorConnection;
import org.waybill.client.workflow.survey.AdvisorPorts;
import org.waybill.client.workflow.survey.Replicas;
import org.waybill.client.workflow.survey.SameFilesChecks;
import org.waybill.client.workflow.survey.SurveyTasks;
import org.waybill.client.workflow.survey.Surveyor;
import org.waybill.engine.TransferException;

/**
 * The source that the user named and the replicas of it that catalogues know, each with what was found out about it.
 * All of them are looked at at once.
 *
 * @param all the source that was named, or the first replica if it cannot be used, before the other replicas
 * @param remarks on replicas that cannot be used
 */
record SurveyedSources(List<SurveyedSource> all, List<Remark> remarks) {

    /** What became of a look at one place. */
    private record SourceProbe(
            KnownReplica replica, @Nullable SurveyedSource found, String problem) {}

    /** What packet trains of all of them sent and received. */
    long trainBytes() {
        return all.stream()
                .map(one -> one.survey().trains())
                .filter(Objects::nonNull)
                .mapToLong(TrainFacts::bytes)
                .sum();
    }

    /** @throws TransferException if neither the source nor any replica can be used: what is wrong with the source */
    static SurveyedSources look(
            AdviceRequest request,
            AdvisorPorts ports,
            AdvisorConnection desk,
            AdviceTimeBudget time,
            SameFilesChecks sameFiles)
            throws TransferException, InterruptedException {
        Surveyor surveyor = new Surveyor(ports, desk, time, sameFiles);
        try (ExecutorService threads = Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name("replica-", 0).factory())) {
            try {
                Future<List<SourceProbe>> replicas = threads.submit(() -> replicas(request, surveyor, desk, threads));
                KnownReplica named =
                        request.replicas().isEmpty() ? null : request.replicas().getFirst();
                @Nullable SurveyedSource main = null;
                @Nullable TransferException failure = null;
                try {
                    main = SurveyedSource.of(request, named, surveyor.survey(request));
                } catch (TransferException e) {
                    failure = e;
                }
                return of(request, main, failure, SurveyTasks.await(replicas));
            } finally {
                threads.shutdownNow();
            }
        }
    }

    private static SurveyedSources of(
            AdviceRequest request,
            @Nullable SurveyedSource main,
            @Nullable TransferException failure,
            List<SourceProbe> probes)
            throws TransferException {
        List<SurveyedSource> all = new ArrayList<>();
        List<Remark> remarks = new ArrayList<>();
        if (main != null) {
            all.add(
                    probes.isEmpty()
                            ? main
                            : main.listed(probes.getFirst().replica().bytes()));
        }
        for (SourceProbe look : probes) {
            if (look.found() == null) {
                remarks.add(
                        new Remark(ReasonCode.REPLICA_UNUSABLE, look.replica().url() + ": " + look.problem()));
            } else {
                all.add(look.found());
            }
        }
        if (all.isEmpty()) {
            throw Objects.requireNonNull(failure);
        }
        if (failure != null) {
            remarks.add(
                    new Remark(ReasonCode.REPLICA_UNUSABLE, request.source().format() + ": " + failure.getMessage()));
        }
        return new SurveyedSources(List.copyOf(all), List.copyOf(remarks));
    }

    private static List<SourceProbe> replicas(
            AdviceRequest request, Surveyor surveyor, AdvisorConnection desk, ExecutorService threads)
            throws TransferException, InterruptedException {
        List<KnownReplica> known = request.replicas().isEmpty()
                ? Replicas.of(request, Surveyor.knownName(request.destination()), desk)
                : request.replicas().subList(1, request.replicas().size());
        List<Future<SourceProbe>> probes = new ArrayList<>();
        for (KnownReplica replica : known) {
            probes.add(threads.submit(() -> look(request, replica, surveyor)));
        }
        List<SourceProbe> done = new ArrayList<>();
        for (Future<SourceProbe> look : probes) {
            done.add(SurveyTasks.await(look));
        }
        return done;
    }

    private static SourceProbe look(AdviceRequest request, KnownReplica replica, Surveyor surveyor)
            throws InterruptedException {
        try {
            Endpoint place = replica.endpoint();
            AdviceRequest there = request.from(place);
            return new SourceProbe(replica, SurveyedSource.of(there, replica, surveyor.survey(there)), "");
        } catch (TransferException unusable) {
            return new SourceProbe(replica, null, String.valueOf(unusable.getMessage()));
        }
    }
}
