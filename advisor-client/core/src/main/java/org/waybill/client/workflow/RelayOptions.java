package org.waybill.client.workflow;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.waybill.api.HostProfile;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.survey.Survey;
import org.waybill.protocol.Tool;
import org.waybill.protocol.Transport;

/**
 * The engine's options once more, over each relay that the catalogue names for either host. What such an option brings
 * is known only from transfers that took it: without any it is listed without a forecast, after those that have one.
 */
final class RelayOptions {
    private static final int MOST_RELAYS = 3;

    private RelayOptions() {}

    static List<Candidate> with(List<Candidate> direct, Survey survey) {
        List<Candidate> all = new ArrayList<>(direct);
        for (Candidate option : direct) {
            if (option.tool() == Tool.WAYBILL
                    && option.isBy(Transport.TCP)
                    && option.movable()
                    && !option.isThirdPartyDirect()
                    && !option.throughHere()) {
                relays(survey).forEach(relay -> all.add(option.through(List.of(relay))));
            }
        }
        return all;
    }

    private static List<String> relays(Survey survey) {
        Set<String> relays = new LinkedHashSet<>();
        survey.destination().profile().map(HostProfile::relays).ifPresent(relays::addAll);
        survey.source().profile().map(HostProfile::relays).ifPresent(relays::addAll);
        return relays.stream().limit(MOST_RELAYS).toList();
    }
}
