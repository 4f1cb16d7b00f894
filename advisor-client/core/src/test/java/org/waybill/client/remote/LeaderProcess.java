package org.waybill.client.remote;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.waybill.api.embedded.ServiceSettings;
import org.waybill.client.WaybillHome;

/** A process of its own that leads a home until it is killed or its input ends. Prints its service's address. */
public final class LeaderProcess {
    private LeaderProcess() {}

    /**
     * Starts one; each call to its service takes {@code callTime}. Its first line ends in whether it leads, and each
     * call that comes is a line.
     */
    static Process start(WaybillHome home, Duration callTime) throws IOException {
        return new ProcessBuilder(
                        ProcessHandle.current().info().command().orElse("java"),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LeaderProcess.class.getName(),
                        home.root().toString(),
                        callTime.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    public static void main(String[] arguments) throws Exception {
        WaybillHome home = new WaybillHome(Path.of(arguments[0]));
        LoopbackService embedded = new LoopbackService();
        embedded.callTime = Duration.parse(arguments[1]);
        embedded.whenAsked = () -> System.out.println("asked");
        try (SharedService service =
                new SharedService(home, embedded, ServiceSettings.embedded(home.root()), Duration.ofSeconds(30))) {
            System.out.println(service.address(null).url() + " " + service.isLeader());
            while (System.in.read() >= 0) {
                continue;
            }
        }
        System.exit(0);
    }
}
