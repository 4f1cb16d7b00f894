package org.waybill.cli.advise;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.Ends;
import org.waybill.cli.command.FilterOptions;
import org.waybill.cli.command.Invalid;
import org.waybill.cli.command.MapFile;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.client.dataset.DatasetSize;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.endpoint.EndpointFormat;
import org.waybill.client.probe.bandwidth.ThirdPartyTransfers;
import org.waybill.client.workflow.Advice;
import org.waybill.client.workflow.Advisor;
import org.waybill.client.workflow.explanation.ReasonCode;
import org.waybill.client.workflow.explanation.Remark;
import org.waybill.client.workflow.option.AdviceRequest;
import org.waybill.client.workflow.survey.UnprobedEndpoints;
import org.waybill.engine.CopyRules;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.sftp.SshTrust;
import org.waybill.protocol.Transport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code waybill advise SRC DST}. */
@Command(
        name = "advise",
        header = "List the transfer options from SRC to DST, fastest first, with forecasts and reasons.",
        description = "Detects the services at both endpoints, examines hosts and path, and forecasts each "
                + "option that works in this direction, from measurements and the transfer history. Sends "
                + "only small probes, no user data. Filters limit the forecasts to the files that would be copied.",
        footer = {
            "waybill advise results.h5 user@dtn.example.org:/data/",
            "waybill advise --exclude '*.tmp' --max-age 2d run7/ user@dtn.example.org:/data/run7/",
            "waybill advise --secure --deadline 18:00 /data/run7 sftp://archive.example.org/run7/",
            "waybill advise --size 2TB gsiftp://a.example.org/d gsiftp://b.example.org/d --prefer gsiftp",
            "waybill advise checksum:sha256:9f86d081884c7d65... /data/"
        })
public final class AdviseCommand extends WaybillCommand {
    @Mixin
    private final Ends ends = new Ends();

    @Mixin
    private final FilterOptions filters = new FilterOptions();

    @Mixin
    private final Constraints constraints = new Constraints();

    @Option(names = "--map", paramLabel = "F", description = "Draw the paths on a map in F (.svg or .png).")
    private @Nullable Path map;

    @Option(
            names = "--third-party-probe",
            description =
                    "Let the two servers send each other test data (FTP, GridFTP, WebDAV) to measure the path between "
                            + "them. Off by default, since some sites forbid it.")
    private boolean thirdParty;

    private Advisor.AdviceResult advice(Session session, AdviceRequest request)
            throws TransferException, InterruptedException {
        try {
            return AdviceSession.advise(session, request, thirdParty ? ThirdPartyTransfers.Consent.GIVEN : null);
        } catch (TransferException e) {
            filters.noteMissing(session, request.filter(), e.notTransferred());
            throw e;
        }
    }

    @Override
    protected int run(Session session) throws TransferException, InterruptedException {
        MapFile.check("picture", map);
        ends.requireWritable("--map", map, false);
        Ends.Named named = ends.named(session);
        Endpoint source = named.source();
        Endpoint destination = named.destination();
        if (thirdParty && (source.isLocal() || destination.isLocal())) {
            throw Invalid.usage("--third-party-probe requires two other machines, but SRC or DST is on this machine");
        }
        AdviceRequest request =
                constraints.request(source, destination, filters.filter()).at(named.copies());
        if ((source.isStream() || destination.isStream()) && !request.filter().isAll()) {
            throw Invalid.usage(CopyRules.notForStreams(List.of("filters")));
        }
        Advisor.AdviceResult result = advice(session, request);
        if (!request.filter().isAll()
                && result.counted().filter(AdviseCommand::isNothing).isPresent()) {
            throw new CommandFailure(
                    Reason.NOTHING_TO_DO,
                    "the filters leave no file with data of " + source.format() + ": change them, or omit them");
        }
        Advice advice = result.advice();
        for (Endpoint end : List.of(source, destination)) {
            if (isUnknown(session, end, advice)) {
                advice = advice.warning(new Remark(
                        ReasonCode.HOST_KEY_UNKNOWN,
                        "the best option would fail, since the host key of "
                                + end.location().host()
                                + " is not known; run: waybill trust "
                                + end.shell().scheme() + "://" + EndpointFormat.authority(end.location())));
            }
            String through = UnprobedEndpoints.reachedThrough(end, session.proxies());
            if (!through.isEmpty()) {
                advice = advice.warning(new Remark(
                        ReasonCode.PATH_UNKNOWN,
                        end.location().host()
                                + " is reachable only through " + through
                                + ": its ports, the path and the host were not measured; 'waybill copy'"
                                + " uses the same route, without a forecast"));
            }
        }
        print(session, source, destination, advice);
        return advice.workflows().isEmpty() ? Reason.UNREACHABLE.exitCode() : 0;
    }

    private static boolean isNothing(DatasetSize counted) {
        return counted.directory()
                && counted.complete()
                && counted.dataset().bytes() == 0
                && counted.dataset().files() == 1;
    }

    /** Whether the best option would end at a host key that is not known. */
    private static boolean isUnknown(Session session, Endpoint end, Advice advice) {
        boolean bySsh = !advice.workflows().isEmpty()
                && advice.workflows().getFirst().transport().equals(Transport.SFTP.name());
        return bySsh && !end.isLocal() && !SshTrust.isKnown(end.shell(), session.credentials());
    }

    private void print(Session session, Endpoint source, Endpoint destination, Advice advice) {
        if (map != null) {
            MapFile.draw(session, map, advice);
        }
        session.answer(advice, out -> {
            new AdviceView(
                            out,
                            session.terminal().outStyle(),
                            session.terminal().columns())
                    .print(source.format(), destination.format(), advice, session.quiet());
            if (!session.quiet() && !advice.workflows().isEmpty()) {
                out.println();
                out.println("Next: 'waybill copy --workflow ID SRC DST' copies by the option with this ID, 'waybill"
                        + " script' writes the best one as a shell script.");
            }
            if (!session.quiet()) {
                out.println("Kept as " + advice.id() + "; 'waybill replay " + advice.id()
                        + "' ranks the options again from the same inputs.");
            }
        });
    }
}
