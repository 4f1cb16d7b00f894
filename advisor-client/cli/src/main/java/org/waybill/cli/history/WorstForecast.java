package org.waybill.cli.history;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import org.waybill.api.ForecastMiss;
import org.waybill.planner.forecast.Evidence;

/**
 * A forecast that was far off, with the reason.
 *
 * @param logError |ln(outcome / P50)|
 * @param reason why it may have been off, by its evidence and by what bounded the transfer
 */
record WorstForecast(@JsonUnwrapped ForecastMiss miss, double logError, String reason) {
    static WorstForecast of(ForecastMiss miss) {
        return new WorstForecast(miss, Math.abs(Math.log(miss.outcomeSeconds() / miss.secondsP50())), reason(miss));
    }

    private static String reason(ForecastMiss miss) {
        boolean slower = miss.outcomeSeconds() > miss.secondsP50();
        String pace = slower ? "slower" : "faster";
        String evidence = miss.evidence().equals("LOCAL_HISTORY")
                ? pace + " than the last copies that this home remembered"
                : switch (Evidence.named(miss.evidence()).orElse(Evidence.NONE)) {
                    case HISTORY -> pace + " than past transfers between the hosts";
                    case TEST -> pace + " than the test transfers just before";
                    case UNSTEADY -> "the test transfers had not reached a steady rate";
                    case SHARED ->
                        "others' connections took " + (slower ? "more" : "less") + " of the path than reckoned";
                    case LINKS -> pace + " than the links between the relays, as their nodes measured them";
                    case TRAINS ->
                        slower
                                ? "packet trains: a moment of them shows neither small loss nor later traffic"
                                : "packet trains: other traffic ended meanwhile";
                    case ECHO ->
                        slower
                                ? "only ICMP: it shows neither other traffic nor a difference between the directions"
                                : "only ICMP: the direction of the data had more bandwidth";
                    case ENDS -> "no network: only the processors and disks were estimated";
                    case NONE -> "nothing was measured";
                };
        return miss.causeCode().isEmpty() ? evidence : evidence + "; limited by " + miss.causeCode();
    }
}
