package org.waybill.client.workflow.kept;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.client.workflow.Advice;
import org.waybill.client.workflow.AdviceFacts;
import org.waybill.client.workflow.SampleFacts;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;

class KeptAdvicesTest {
    @TempDir
    private Path home;

    private KeptAdvices kept;
    private AdviceFacts facts;

    @BeforeEach
    void start() throws Exception {
        kept = new KeptAdvices(home.resolve("advices"));
        facts = SampleFacts.of(0);
        for (int seed = 1; !isFirstForecast(facts.judge().advice()); seed++) {
            facts = SampleFacts.of(seed);
        }
    }

    private static boolean isFirstForecast(Advice advice) {
        return !advice.workflows().isEmpty()
                && advice.workflows().getFirst().estimate().isKnown();
    }

    private Path keep() throws Exception {
        kept.keep(facts, facts.judge().advice());
        return kept.files(facts.id()).getFirst();
    }

    @Test
    void whatWasKeptIsJudgedAsItWasAndHasItsOutcomes() throws Exception {
        Path file = keep();
        String option = facts.judge().advice().workflows().getFirst().id();
        kept.ended(facts.id(), new AdviceOutcome(option, 4.25, 1_000, Instant.EPOCH));
        kept.ended("20260101-000000-0000", new AdviceOutcome(option, 1, 1, Instant.EPOCH));

        KeptAdvice read = KeptAdvices.read(file);
        assertThat(read.replay("x").differences()).isEmpty();
        assertThat(read.replay("x").advice()).isEqualTo(facts.judge().advice());
        assertThat(read.outcomes()).containsExactly(new AdviceOutcome(option, 4.25, 1_000, Instant.EPOCH));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(kept.files(kept.directory().toString())).containsExactly(file);
    }

    @Test
    void anotherNumberOrAnotherOrderIsADifferenceAndAnotherSentenceIsNone() throws Exception {
        Path file = keep();
        String text = Files.readString(file);
        double seconds =
                facts.judge().advice().workflows().getFirst().estimate().secondsP50();
        int advice = text.indexOf("\"advice\":{");
        String later = text.substring(advice)
                .replaceFirst("\"secondsP50\":" + seconds, "\"secondsP50\":1.5")
                .replaceFirst("\"title\":\"[^\"]*\"", "\"title\":\"other words\"");
        Files.writeString(file, text.substring(0, advice) + later);

        assertThat(KeptAdvices.read(file).replay("x").differences())
                .singleElement()
                .hasToString("workflows["
                        + facts.judge().advice().workflows().getFirst().id()
                        + "].estimate.secondsP50: kept 1.5, now " + seconds);
    }

    @Test
    void theOldestAreRemovedBeyondTheLimitsOfNumberAndOfBytes() throws Exception {
        Path file = keep();
        for (int i = 0; i < KeptAdvices.MOST; i++) {
            Files.writeString(kept.directory().resolve(String.format("2025-%03d.json", i)), "");
        }
        keep();
        assertThat(kept.files(kept.directory().toString()))
                .hasSize(KeptAdvices.MOST)
                .contains(file)
                .noneMatch(one -> one.endsWith("2025-000.json"))
                .anyMatch(one -> one.endsWith("2025-001.json"));

        Files.write(kept.directory().resolve("2025-498.json"), new byte[(int) KeptAdvices.MOST_BYTES]);
        keep();
        assertThat(kept.files(kept.directory().toString()))
                .containsExactly(kept.directory().resolve("2025-499.json"), file);
    }

    /** Many advices of "tomorrow", as after a clock that was ahead was set back. */
    @Test
    void anAdviceIsKeptAfterTheClockWasSetBack() throws Exception {
        for (int i = 0; i < KeptAdvices.MOST; i++) {
            Files.writeString(
                    Files.createDirectories(kept.directory()).resolve(String.format("29990101-%06d-0000.json", i)), "");
        }
        Path file = keep();
        assertThat(kept.files(kept.directory().toString()))
                .hasSize(KeptAdvices.MOST)
                .contains(file)
                .noneMatch(one -> one.endsWith("29990101-000000-0000.json"));
        Path earlier = Files.copy(file, file.resolveSibling("20200101-000000-0000.json"));
        keep();
        assertThat(kept.files(kept.directory().toString())).contains(file, earlier);
    }

    @Test
    void whatIsNotKeptIsDamagedOrOfANewerWaybillIsSaidInOneLine() throws Exception {
        assertSaid(Reason.NOT_FOUND, "no advice '20260101-000000-0000' is kept in ", "20260101-000000-0000");
        assertSaid(Reason.NOT_FOUND, "no advice 'nowhere' is kept in ", "nowhere");
        Path file = keep();
        String text = Files.readString(file);
        Files.writeString(file, text.substring(0, text.length() / 2));
        assertSaid(Reason.BAD_INPUT, file + " is not a kept advice, or is damaged (", facts.id());
        Files.writeString(file, "{\"format\":1}");
        assertSaid(Reason.BAD_INPUT, file + " is not a kept advice, or is damaged (", facts.id());
        Files.write(file, new byte[] {(byte) 0xff, (byte) 0xfe});
        assertSaid(Reason.BAD_INPUT, file + " is not a kept advice", facts.id());
        int newer = KeptAdvice.FORMAT + 1;
        Files.writeString(file, text.replaceFirst("\"format\":" + KeptAdvice.FORMAT, "\"format\":" + newer));
        assertSaid(Reason.BAD_INPUT, file + " was kept by a newer Waybill (format " + newer + ")", facts.id());
    }

    private void assertSaid(Reason reason, String text, String named) {
        assertThatThrownBy(() -> KeptAdvices.read(kept.files(named).getFirst()))
                .isInstanceOfSatisfying(
                        TransferException.class, e -> assertThat(e.reason()).isEqualTo(reason))
                .hasMessageStartingWith(text)
                .hasMessageNotContaining("\n");
    }
}
