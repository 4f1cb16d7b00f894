package org.waybill.cli.advise;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.Ends;
import org.waybill.cli.command.MapFile;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.Terminal;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.endpoint.EndpointFormat;
import org.waybill.client.probe.bandwidth.ThirdPartyTransfers;
import org.waybill.client.workflow.Advice;
import org.waybill.client.workflow.explanation.ReasonCode;
import org.waybill.client.workflow.explanation.Remark;
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
        description = {
            "",
            "Finds which services answer at both ends, examines hosts and path, asks the history, forecasts each "
                    + "option that works in this direction, and ranks them. Moves nothing but small probes.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  waybill advise results.h5 user@dtn.example.org:/data/",
            "  waybill advise --secure --deadline 18:00 /data/run7 sftp://archive.example.org/run7/",
            "  waybill advise --size 2TB gsiftp://a.example.org/d gsiftp://b.example.org/d --prefer gsiftp",
            "  waybill advise checksum:sha256:9f86d081884c7d65... /data/"
        })
public final class AdviseCommand extends WaybillCommand {
    @Mixin
    private final Ends ends = new Ends();

    @Mixin
    private final Constraints constraints = new Constraints();

    @Option(names = "--map", paramLabel = "F", description = "Draw the paths on a map; F ends in .svg or .png.")
    private @Nullable Path map;

    @Option(
            names = "--third-party-probe",
            description = "Let the two servers send each other test data (FTP, GridFTP), to measure the path between "
                    + "them. Some sites forbid it; never done unasked.")
    private boolean thirdParty;

    AdviseCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected int run(Session session) throws TransferException, InterruptedException {
        if (map != null) {
            MapFile.check(map);
        }
        ends.requireWritable("--map", map, false);
        Ends.Named named = ends.named(session);
        Endpoint source = named.source();
        Endpoint destination = named.destination();
        if (thirdParty && (source.isLocal() || destination.isLocal())) {
            throw new CommandFailure(
                    Reason.BAD_INPUT,
                    "--third-party-probe is for data between two other machines; "
                            + "one of these ends is this machine");
        }
        Advice advice = AdviceSession.advisor(session, thirdParty ? ThirdPartyTransfers.Consent.GIVEN : null)
                .advise(constraints.request(source, destination).at(named.copies()))
                .advice();
        for (Endpoint end : List.of(source, destination)) {
            if (isUnknown(session, end, advice)) {
                advice = advice.warning(new Remark(
                        ReasonCode.HOST_KEY_UNKNOWN,
                        "the best option would be refused, "
                                + "since the host key of " + end.location().host() + " is not known: waybill trust "
                                + end.shell().scheme() + "://" + EndpointFormat.authority(end.location())));
            }
        }
        for (Endpoint end : List.of(source, destination)) {
            String way = end.behind()
                    ? "the jump host or command of the ssh configuration"
                    : session.proxy(end).map(proxy -> "the proxy " + proxy).orElse("");
            if (!way.isEmpty()) {
                advice = advice.warning(new Remark(
                        ReasonCode.PATH_UNKNOWN,
                        end.location().host()
                                + " is reached through " + way
                                + " alone: its ports, the path to it and what it can do were not"
                                + " measured; 'waybill copy'"
                                + " goes that way without a forecast"));
            }
        }
        print(session, source, destination, advice);
        return advice.workflows().isEmpty() ? Reason.UNREACHABLE.exitCode() : 0;
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
                out.println("Next: 'waybill copy SRC DST' carries out the best one, 'waybill script' writes it down; "
                        + "--workflow N takes another.");
            }
        });
    }
}
