package org.waybill.cli.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.api.AdvisorService;
import org.waybill.api.embedded.EmbeddedService;
import org.waybill.api.embedded.ServiceSettings;
import org.waybill.api.task.LeaseEnd;
import org.waybill.api.task.LeaseRequest;
import org.waybill.api.task.TaskLease;
import org.waybill.cli.Cli;
import org.waybill.client.WaybillHome;
import org.waybill.client.remote.AdvisorClient;
import org.waybill.client.remote.AdvisorClientFactory;
import org.waybill.client.remote.ServiceHost;

/** A user submits a transfer to a service by commands, and learns how it ends. */
@Timeout(120)
class ServiceTaskTest {
    @TempDir
    private Path directory;

    @Test
    void aTaskIsSubmittedShownWaitedForAndCancelled() throws Exception {
        Cli cli = new Cli(directory);
        Path site = cli.home();
        Files.writeString(site.resolve("transfer-hosts"), "dtn.example.org\n");
        assertThat(cli.run("service", "task", "list").code()).isEqualTo(4);
        ServiceSettings settings = new ServiceSettings(site, "127.0.0.1", 0, null, null, null, null, null, true);
        WaybillHome home = new WaybillHome(site);
        try (ServiceHost host = ServiceHost.start(home, EmbeddedService.load(), settings, _ -> {});
                AdvisorClient client = AdvisorClientFactory.shared(home, EmbeddedService.load())) {
            String submit =
                    "service task submit --json --id run7 --option rate=5M dtn.example.org:/x dtn.example.org:/y";
            long id = cli.runLine(submit).json().get("id").asLong();
            assertThat(cli.runLine(submit).json().get("id").asLong()).isEqualTo(id);
            assertThat(cli.runLine("service task submit -o delete dtn.example.org:/x dtn.example.org:/y")
                            .err())
                    .contains("--delete is not for tasks of the service")
                    .hasLineCount(1);
            assertThat(cli.runLine("service task show %d", id).out())
                    .contains(
                            "task " + id + " queued (NO_WORKER: no worker is connected)",
                            "to         dtn.example.org:/y");
            assertThat(cli.runLine("service task list").out()).contains("NO_WORKER");
            assertThat(cli.runLine("service task list --json").json().get("tasks"))
                    .hasSize(1);
            Cli.Result late = cli.runLine("service task wait %d --timeout 0", id);
            assertThat(late.code()).isEqualTo(10);
            assertThat(late.err()).contains("is not over after 0 s");

            carryOut(client.service(), 0);
            Cli remote = new Cli(Files.createDirectory(directory.resolve("elsewhere")))
                    .with("WAYBILL_SERVICE_TOKEN", host.address().token());
            assertThat(remote.runLine(
                                    "service task wait %d --json --service %s",
                                    id, host.address().url())
                            .code())
                    .isZero();
            long other = cli.runLine("service task submit --json dtn.example.org:/x dtn.example.org:/z")
                    .json()
                    .get("id")
                    .asLong();
            carryOut(client.service(), 3);
            assertThat(cli.runLine("service task wait %d", other).code()).isEqualTo(3);
            long third = cli.runLine("service task submit --json dtn.example.org:/x dtn.example.org:/z")
                    .json()
                    .get("id")
                    .asLong();
            assertThat(cli.runLine("service task cancel %d --json", third)
                            .json()
                            .get("state")
                            .asString())
                    .isEqualTo("CANCELLED");
            assertThat(cli.runLine("service task wait %d", third).code()).isEqualTo(130);
            assertThat(cli.run("service", "task", "show", "999").code()).isEqualTo(3);
        }
    }

    /** As a worker would, with the right that the home has. */
    private static void carryOut(AdvisorService service, int exitCode) {
        TaskLease lease = service.leaseTasks(new LeaseRequest("w1", "h", "1", 1, 1, List.of(), 2))
                .getFirst();
        service.endLease(new LeaseEnd(
                lease.task(),
                lease.lease(),
                exitCode,
                exitCode == 0 ? "" : "NOT_FOUND",
                exitCode == 0 ? "" : "there is no /x",
                exitCode == 0 ? 0 : 1,
                null,
                5,
                5,
                null));
    }
}
