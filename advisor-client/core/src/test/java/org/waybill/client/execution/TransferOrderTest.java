package org.waybill.client.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.waybill.api.ForecastBasis;
import org.waybill.client.estimate.Estimate;
import org.waybill.client.workflow.Workflow;
import org.waybill.engine.CopyRules;
import org.waybill.engine.CopyRules.Extra;
import org.waybill.engine.DataOptions;
import org.waybill.engine.Location;
import org.waybill.engine.NetworkPaths;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.cause.PathCapacity;
import org.waybill.planner.forecast.Evidence;
import org.waybill.protocol.Tool;

class TransferOrderTest {
    private static final Estimate FORECAST =
            new Estimate(100.0, 150.0, 1e9, ForecastBasis.MODEL, 0, null, "model", null, Evidence.NONE);

    /** Advice counts each name of a file. */
    @ParameterizedTest
    @CsvSource({
        "file, sftp, sftp, false",
        "file, file, local, false",
        "sftp, file, sftp, true",
        "file, ftp, ftp, true",
        "ftps, file, ftps, true",
        "file, dav, http, true",
        "file, gsiftp, gsiftp, true",
        "file, waybill, tcp, false",
        "waybill, file, plut, false",
        "waybill, waybill, tcp, true"
    })
    void aForecastByAdviceHoldsWithHardLinksWhereEachNameIsSent(
            String from, String to, String transport, boolean holds) {
        for (Set<Extra> extras : List.of(Set.<Extra>of(), Set.of(Extra.HARD_LINKS))) {
            assertThat(order(place(from), place(to), transport, extras).forecast())
                    .isEqualTo(holds || extras.isEmpty() ? FORECAST : Estimate.UNKNOWN);
        }
    }

    @Test
    void aReportsCauseIsJudgedByTheCapacityThatWasMeasured() {
        Location here = Location.local("/x");
        TransferOrder order = order(here, place("sftp"), "sftp", Set.of());
        TransferReport ten = TransferReport.unsent(60_000_000, 1, 10, "sftp", List.of(), List.of())
                .because(new TransferReport.Cause("LOSS", "0.10 % of the bytes had to be sent again"));
        assertThat(order.judged(ten)).isEqualTo(ten);
        assertThat(order.over(new PathCapacity(50e6, null)).judged(ten).cause().code())
                .isEqualTo("PATH");
        assertThat(order.over(new PathCapacity(200e6, null)).judged(ten)).isEqualTo(ten);
    }

    private static Location place(String scheme) {
        return scheme.equals("file") ? Location.local("/x") : new Location(scheme, null, "b.example", 0, "/x");
    }

    private static TransferOrder order(Location from, Location to, String transport, Set<Extra> extras) {
        Workflow option = new Workflow(
                1,
                "",
                "",
                transport,
                List.of(),
                0,
                "",
                FORECAST,
                List.of(),
                List.of(),
                Tool.WAYBILL.command(),
                true,
                null,
                null);
        TransferRequest request = new TransferRequest(
                from,
                to,
                NetworkPaths.DIRECT,
                DataOptions.DEFAULT,
                null,
                false,
                false,
                List.of(),
                null,
                CopyRules.USUAL.with(extras));
        return TransferOrder.along(option, request, "a.example", "b.example", 1, true);
    }
}
