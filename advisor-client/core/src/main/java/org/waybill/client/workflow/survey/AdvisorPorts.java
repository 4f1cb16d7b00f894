package org.waybill.client.workflow.survey;

import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.waybill.api.AdvisorService;
import org.waybill.client.dataset.DatasetCounter;
import org.waybill.client.discovery.PortScanner;
import org.waybill.client.endpoint.HostResolver;
import org.waybill.client.probe.host.HostExaminer;
import org.waybill.client.workflow.option.TransferTimer;
import org.waybill.protocol.Tool;

/**
 * What the advisor needs of the world.
 *
 * @param service null when there is none: advice is then given without history and catalogue
 * @param servicePatience the longest to wait for the service's answers, its start included
 * @param installed whether this machine has a tool
 * @param notes hears what is being done, a line at a time
 */
public record AdvisorPorts(
        HostResolver resolver,
        PortScanner discovery,
        @Nullable AdvisorService service,
        Duration servicePatience,
        HostExaminer hosts,
        DatasetCounter datasets,
        PathSurveyor paths,
        TransferTimer timer,
        Predicate<Tool> installed,
        InstantSource clock,
        Consumer<String> notes) {
    public AdvisorPorts examinedBy(HostExaminer other) {
        return new AdvisorPorts(
                resolver, discovery, service, servicePatience, other, datasets, paths, timer, installed, clock, notes);
    }

    public AdvisorPorts timedBy(TransferTimer other) {
        return new AdvisorPorts(
                resolver, discovery, service, servicePatience, hosts, datasets, paths, other, installed, clock, notes);
    }
}
