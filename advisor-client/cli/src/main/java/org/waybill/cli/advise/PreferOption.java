package org.waybill.cli.advise;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.waybill.cli.command.Invalid;
import org.waybill.cli.command.Session;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.workflow.Advisor;
import org.waybill.client.workflow.Workflow;
import org.waybill.client.workflow.explanation.ReasonCode;
import org.waybill.client.workflow.explanation.Remark;
import org.waybill.client.workflow.ranking.Ranking;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;
import org.waybill.protocol.Transport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Which protocols an advice lists first. */
@Command
public final class PreferOption {
    @Option(
            names = "--prefer",
            paramLabel = "P1,P2",
            split = ",",
            description = "Protocols to prefer, best first, such as sftp,gsiftp.")
    private List<String> prefer = new ArrayList<>();

    /** Best first; none without the option. */
    public List<Protocol> protocols() {
        return prefer.stream().map(PreferOption::protocol).toList();
    }

    /** Where the protocol is given: the transport of the first of them that serves it too, else the usual one. */
    public String transport(Endpoint end, String usual) {
        List<Transport> possible = Protocols.named(end.location().scheme())
                .map(Protocol::transports)
                .orElse(List.of());
        return protocols().stream()
                .flatMap(one -> one.transports().stream().limit(1))
                .filter(possible::contains)
                .findFirst()
                .map(Transport::name)
                .orElse(usual);
    }

    /** Names what the advice found unusable, or that none of them is used. */
    public void noteUnused(Session session, Advisor.AdviceResult found, Workflow used) {
        if (prefer.isEmpty()) {
            return; // the advice of small transfers prefers what the endpoints name
        }
        String why = found.advice().warnings().stream()
                .filter(warning -> warning.code() == ReasonCode.PREFERENCE_UNAVAILABLE)
                .map(Remark::text)
                .collect(Collectors.joining("; "));
        if (!why.isEmpty()) {
            session.note("waybill: --prefer: " + why);
        } else if (!new Ranking(protocols()).isPreferred(MoveChoice.candidate(found, used))) {
            session.note("waybill: --prefer is not followed: 'waybill advise' shows why");
        }
    }

    private static Protocol protocol(String name) {
        return Protocols.named(name.strip())
                .orElseThrow(() -> Invalid.value(
                        "--prefer",
                        name,
                        Invalid.oneOf(
                                Protocols.all().stream().map(Protocol::scheme).toList())));
    }
}
