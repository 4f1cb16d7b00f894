package org.waybill.client.workflow.ranking;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.waybill.api.Forecast;
import org.waybill.client.probe.bandwidth.RateFit;

/**
 * What was asked and tested about the options between two endpoints.
 *
 * @param lines what test transfers showed, by protocol on the wire, in the order in which they were made
 * @param forecasts the service's, in the order of the candidates; fewer where it did not answer
 * @param legs its forecasts for the transfers of each staged candidate; an empty list for each other one
 */
public record OptionAnswers(Map<String, RateFit> lines, List<Forecast> forecasts, List<List<Forecast>> legs) {
    /** Nothing was. */
    public static final OptionAnswers NONE = new OptionAnswers(Map.of(), List.of(), List.of());

    public OptionAnswers {
        lines = Collections.unmodifiableMap(new LinkedHashMap<>(lines));
        forecasts = List.copyOf(forecasts);
        legs = List.copyOf(legs);
    }
}
