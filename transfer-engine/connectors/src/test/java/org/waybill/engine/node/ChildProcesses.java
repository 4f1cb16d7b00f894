package org.waybill.engine.node;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.waybill.engine.DataOptions;
import org.waybill.engine.Location;
import org.waybill.engine.NetworkPaths;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.driver.udp.DatagramTerms;
import org.waybill.engine.mover.engine.EngineMover;

/** A node or a client in a Java process of its own, for tests that kill it and for the benchmarks. */
public final class ChildProcesses {
    private static final long PLUT_RATE = 500_000_000;
    private static final int LINKER_FRAMES = 8;

    private ChildProcesses() {}

    /** With the first compiler only, which starts sooner. */
    static Process start(String... arguments) throws IOException {
        return start(List.of("-XX:TieredStopAtLevel=1"), arguments);
    }

    /** With all compilers, for much to move: AES-GCM is quick only in the second one's code. */
    static Process startCompiled(String... arguments) throws IOException {
        return start(List.of(), arguments);
    }

    private static Process start(List<String> options, String... arguments) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> command = new ArrayList<>(List.of(java, "-Xmx256m"));
        command.addAll(options);
        command.addAll(List.of(
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                ChildProcesses.class.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    /** {@code node HOME DATA [PORT]} or {@code move HOME PORT PUSH SOURCE TARGET [TRANSPORT]}. */
    public static void main(String[] arguments) throws Exception {
        Path home = Path.of(arguments[1]);
        if (arguments[0].equals("node")) {
            NodeSettings settings = NodeSettings.onLoopback(home, Path.of(arguments[2]))
                    .withListen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            try (WaybillNode node = WaybillNode.start(settings)) {
                System.out.println("port=" + node.address().getPort());
                node.awaitClose();
            }
            return;
        }
        Location remote = EngineFixture.remote(
                Integer.parseInt(arguments[2]), Boolean.parseBoolean(arguments[3]) ? arguments[5] : arguments[4]);
        Location local = Location.local(Boolean.parseBoolean(arguments[3]) ? arguments[4] : arguments[5]);
        boolean push = Boolean.parseBoolean(arguments[3]);
        boolean plut = arguments.length > 6 && arguments[6].equals("plut");
        TransferRequest request = new TransferRequest(
                        push ? local : remote,
                        push ? remote : local,
                        NetworkPaths.DIRECT,
                        new DataOptions(0, plut ? PLUT_RATE : 0, TransferRequest.Verify.SHA256))
                .onDedicatedPath(plut);
        TransferReport report = EngineFixture.untilDone(
                plut ? EngineMover.by(DatagramTerms.Transport.PLUT, home) : new EngineMover(home),
                request,
                TransferListener.NONE);
        System.out.println("resumed=" + report.resumedBytes());
        System.out.println("in the kernel=" + threadsThatStayInTheKernel());
    }

    /** Threads that wait in a call of the system long after the move: each holds up the end of a process. */
    private static List<String> threadsThatStayInTheKernel() throws InterruptedException {
        List<String> names = threadsInTheKernel();
        for (int i = 0; i < 100 && !names.isEmpty(); i++) {
            Thread.sleep(50);
            names = threadsInTheKernel();
        }
        return names;
    }

    private static List<String> threadsInTheKernel() {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(each -> isInTheKernel(each.getValue()))
                .map(each -> each.getKey().getName())
                .sorted()
                .toList();
    }

    /** In one of the JDK's calls, or in one of ours to the C library, which has the linker's frames on top of it. */
    private static boolean isInTheKernel(StackTraceElement[] frames) {
        return frames.length > 0
                        && frames[0].isNativeMethod()
                        && frames[0].getClassName().startsWith("sun.nio.ch.")
                || Stream.of(frames).limit(LINKER_FRAMES).anyMatch(ChildProcesses::isOfTheLibrary);
    }

    private static boolean isOfTheLibrary(StackTraceElement frame) {
        return frame.getClassName().equals("org.waybill.engine.driver.udp.LibC");
    }
}
