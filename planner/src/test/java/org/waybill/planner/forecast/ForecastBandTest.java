package org.waybill.planner.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ForecastBandTest {
    @Test
    void beforeAnyOutcomeEchoesAreTrustedLessThanTestTransfers() {
        assertThat(ForecastBand.prior(Evidence.ECHO).p90Factor()).isCloseTo(2.5, within(.01));
        assertThat(ForecastBand.prior(Evidence.TEST).p90Factor()).isCloseTo(1.16, within(.01));
        assertThat(ForecastBand.prior(Evidence.TRAINS).p90Factor()).isCloseTo(1.6, within(.01));
        assertThat(ForecastBand.prior(Evidence.LINKS).p90Factor()).isCloseTo(1.5, within(.01));
    }

    @Test
    void whatTransfersShowComesBeforeWhatPacketsShowAndThatBeforeNothing() {
        assertThat(Evidence.values())
                .isSortedAccordingTo(Comparator.comparing(Evidence::wasSeen)
                        .thenComparing(Evidence::wasProbed)
                        .reversed());
    }

    @ParameterizedTest
    @EnumSource(Evidence.class)
    void nineInTenOutcomesStayWithinABandLearnedFromOthersWhateverTheirSpread(Evidence evidence) {
        for (double spread : new double[] {.05, .3, 1}) {
            Random random = new Random(evidence.ordinal());
            int within = 0;
            int below = 0;
            double[] seen = new double[400];
            for (int i = 0; i < seen.length; i++) {
                // outcomes take 40 % longer than said, and are skewed as those of networks are
                seen[i] = Math.log(1.4) + spread * (-Math.log(random.nextDouble()) - .69);
                ForecastBand band = ForecastBand.of(evidence, Arrays.copyOf(seen, i));
                within += i >= 50 && seen[i] <= Math.log(band.p90Factor()) ? 1 : 0;
                below += i >= 50 && seen[i] <= Math.log(band.p50Factor()) ? 1 : 0;
            }
            assertThat(within / 3.5).as("P90 at spread " + spread).isBetween(85.0, 95.0);
            assertThat(below / 3.5).as("P50 at spread " + spread).isBetween(40.0, 60.0);
        }
    }

    @ParameterizedTest
    @CsvSource({"0.1, 0.5", "0.5, 0.1"})
    void theLevelFollowsWhenTheSpreadChanges(double before, double after) {
        Random random = new Random(5);
        double[] seen = new double[700];
        int within = 0;
        for (int i = 0; i < seen.length; i++) {
            seen[i] = (i < 300 ? before : after) * random.nextGaussian();
            ForecastBand band = ForecastBand.of(Evidence.TEST, Arrays.copyOf(seen, i));
            within += i >= 400 && seen[i] <= Math.log(band.p90Factor()) ? 1 : 0;
        }
        assertThat(within / 3.0).isBetween(80.0, 99.0);
    }
}
