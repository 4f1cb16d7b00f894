package org.waybill.client.doctor;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.probe.host.CpuQuota;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.Credentials;
import org.waybill.engine.mover.sftp.SshCommands;

/** A machine that a POSIX shell answers on over SSH. */
final class SshRemoteHostProbe implements RemoteHostProbe {
    private static final Duration LIMIT = Duration.ofSeconds(6);
    /** What a channel lets be on the way, here and with OpenSSH, at least. */
    private static final double CHANNEL_WINDOW_BYTES = 1 << 20;

    private static final int MOST_CHANNELS = 8;
    private static final double TICKS_A_SECOND = 100;
    private static final String COUNTERS = "grep -h '^procs_running' /proc/stat\n"
            + "echo \"server $(sed 's/.*) //' \"/proc/$PPID/stat\")\"\n" + CpuQuota.SCRIPT;
    private static final Pattern RUNNING = Pattern.compile("(?m)^procs_running (\\d{1,6})$");
    /** After the name: state is the first field, user and system time are the twelfth and thirteenth (proc(5)). */
    private static final Pattern SERVER = Pattern.compile("(?m)^server \\S+(?: \\S+){10} (\\d{1,12}) (\\d{1,12}) ");

    private final Endpoint end;
    private final Credentials credentials;
    private final @Nullable Path agentSocket;
    private final SshCommands shell;

    SshRemoteHostProbe(Endpoint end, Credentials credentials, @Nullable Path agentSocket) {
        this.end = end;
        this.credentials = credentials;
        this.agentSocket = agentSocket;
        this.shell = new SshCommands(end.shell(), credentials, agentSocket);
    }

    @Override
    public RemoteHostUnderTest examine() throws TransferException, InterruptedException {
        return RemoteHostUnderTest.examine(end, shell);
    }

    @Override
    public Counters counters() throws InterruptedException {
        String told = run(COUNTERS);
        Matcher server = SERVER.matcher(told);
        Matcher running = RUNNING.matcher(told);
        return new Counters(
                !server.find()
                        ? null
                        : Double.valueOf(
                                (Long.parseLong(server.group(1)) + Long.parseLong(server.group(2))) / TICKS_A_SECOND),
                CpuQuota.parse(told).orElse(null),
                running.find() ? Integer.valueOf(Integer.parseInt(running.group(1)) - 1) : null);
    }

    @Override
    public Optional<Sender> sender(InetSocketAddress here) throws InterruptedException {
        return sender(run("ss -tinH dst '" + here.getAddress().getHostAddress() + "'\n"), here.getPort());
    }

    /** From what ss of iproute2 prints: a line with the addresses, and one with the kernel's account below it. */
    static Optional<Sender> sender(String told, int port) {
        String account = "";
        boolean ours = false;
        for (String line : told.split("\n")) {
            if (!line.startsWith("\t") && !line.startsWith(" ")) {
                ours = line.strip().endsWith(":" + port);
            } else if (ours) {
                account = line;
            }
        }
        Double sent = number(account, "bytes_sent:");
        Double busy = number(account, "busy:");
        if (sent == null || sent <= 0) {
            return Optional.empty();
        }
        return Optional.of(new Sender(
                or0(number(account, "bytes_retrans:")) / sent,
                number(account, " rtt:"),
                busy == null || busy <= 0 ? 0 : or0(number(account, "rwnd_limited:")) / busy));
    }

    private static double or0(@Nullable Double value) {
        return value == null ? 0 : value;
    }

    private static @Nullable Double number(String text, String label) {
        Matcher found = Pattern.compile(Pattern.quote(label) + "([0-9]{1,15}(?:\\.[0-9]{1,6})?)")
                .matcher(text);
        return found.find() ? Double.valueOf(found.group(1)) : null;
    }

    private String run(String script) throws InterruptedException {
        try {
            return shell.run("LC_ALL=C; export LC_ALL; PATH=$PATH:/usr/sbin:/sbin; exec 2> /dev/null\n" + script, LIMIT)
                    .text();
        } catch (TransferException _) {
            return ""; // the connection broke: nothing is known
        }
    }

    @Override
    public void stream(boolean up, double windowBytes, BooleanSupplier over)
            throws TransferException, InterruptedException {
        List<Thread> others = new ArrayList<>();
        try {
            for (int i = 1;
                    i < Math.clamp((long) Math.ceil(windowBytes / CHANNEL_WINDOW_BYTES), 1, MOST_CHANNELS);
                    i++) {
                others.add(Thread.ofVirtual().start(() -> {
                    try {
                        shell.stream(up, over);
                    } catch (TransferException | InterruptedException _) {
                        Thread.currentThread().interrupt(); // one channel less
                    }
                }));
            }
            shell.stream(up, over);
        } finally {
            for (Thread other : others) {
                other.join();
            }
        }
    }

    @Override
    public RemoteHostProbe another() {
        return new SshRemoteHostProbe(end, credentials, agentSocket);
    }

    @Override
    public void close() {
        shell.close();
    }
}
