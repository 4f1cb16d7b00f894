package org.waybill.client.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.waybill.client.workflow.explanation.ReasonCode;
import org.waybill.client.workflow.explanation.Remark;
import tools.jackson.databind.json.JsonMapper;

/** The same facts give the same advice, from memory and from a file, and facts are all that it needs. */
class AdviceFactsTest {
    private static final int SEEDS = 250;
    private static final JsonMapper JSON = JsonMapper.shared();

    @Test
    void factsThatWereWrittenAndReadGiveTheSameAdviceToTheLastDigit() throws Exception {
        Set<ReasonCode> seen = new HashSet<>();
        int options = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            AdviceFacts facts = SampleFacts.of(seed);
            Advisor.AdviceResult given = facts.judge();

            String written = JSON.writeValueAsString(facts);
            AdviceFacts read = JSON.readValue(written, AdviceFacts.class);
            assertThat(read.judge()).as("seed %d", seed).isEqualTo(given);

            options += given.advice().workflows().size();
            given.advice().warnings().stream().map(Remark::code).forEach(seen::add);
            given.advice().workflows().stream()
                    .flatMap(option -> option.reasons().stream())
                    .map(Remark::code)
                    .forEach(seen::add);
            assertThat(given.advice().workflows())
                    .as("the bottleneck that echoes show is not that of the direction that transfers tested")
                    .filteredOn(option -> option.estimate().evidence().isOfTests())
                    .flatExtracting(Workflow::reasons)
                    .noneMatch(reason -> reason.text().startsWith("from the measured bottleneck"));
        }
        assertThat(options).isGreaterThan(2 * SEEDS);
        assertThat(seen)
                .as("what these facts reach")
                .contains(
                        ReasonCode.FORECAST_HISTORY,
                        ReasonCode.FORECAST_PROBE,
                        ReasonCode.FORECAST_CIRCUIT,
                        ReasonCode.CIRCUIT_UNAVAILABLE,
                        ReasonCode.RELAYS_PAY,
                        ReasonCode.RELAYS_DO_NOT_PAY,
                        ReasonCode.RELAYS_DID_HARM,
                        ReasonCode.STAGED,
                        ReasonCode.STORAGE_SYSTEM,
                        ReasonCode.REPLICA,
                        ReasonCode.TOOL_MISSING,
                        ReasonCode.DEDICATED_PATH,
                        ReasonCode.MEETS_DEADLINE,
                        ReasonCode.SERVICE_UNAVAILABLE,
                        ReasonCode.CLEARTEXT_LEFT_OUT);
    }
}
