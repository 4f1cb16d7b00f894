package org.waybill.client.remote;

import java.nio.file.Path;
import java.time.Duration;
import org.waybill.api.embedded.ServiceSettings;
import org.waybill.client.WaybillHome;

/** A process of its own that leads a home until it is killed or its input ends. Prints its service's address. */
public final class LeaderProcess {
    private LeaderProcess() {}

    public static void main(String[] arguments) throws Exception {
        WaybillHome home = new WaybillHome(Path.of(arguments[0]));
        try (SharedService service = new SharedService(home, new LoopbackService(),
                ServiceSettings.embedded(home.root()), Duration.ofSeconds(30))) {
            System.out.println((service.address(null).url() + " " + service.isLeader()));
            while (System.in.read() >= 0) {
                continue;
            }
        }
    }
}
