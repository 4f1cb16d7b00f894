package org.waybill.engine.testserver.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.waybill.engine.testserver.Packages;

/** A network of namespaces: the emulated one of {@code lab/wanlab}, or plain veth pairs. */
public final class Lab implements AutoCloseable {
    private static final Path WANLAB = Path.of(System.getProperty("waybill.root", "."), "lab", "wanlab");

    private final String prefix;
    private final List<String> down;
    private final List<Path> named = new ArrayList<>();

    private Lab(String prefix, List<String> down) {
        this.prefix = prefix;
        this.down = down;
    }

    /** Skips the test where namespaces cannot be made, or fails it where they are required. */
    public static void require(boolean tun) {
        Packages.requireRoot("it makes network namespaces");
        Packages.require("ip", "iproute2");
        if (tun) {
            Packages.require("python3", "python3");
        }
        if (tun && !Files.isWritable(Path.of("/dev/net/tun"))) {
            Packages.missing("no /dev/net/tun");
        }
    }

    /** Starts an emulated network from a topology file. */
    public static Lab wan(String name, Path topology) throws IOException, InterruptedException {
        require(true);
        String unique = name + ProcessHandle.current().pid() % 100_000;
        run(WANLAB.toString(), "--name", unique, "up", topology.toString());
        return new Lab("wl-" + unique + "-", List.of(WANLAB.toString(), "--name", unique, "down"));
    }

    /** The topology files that come with the project. */
    public static Path topology(String name) {
        return WANLAB.resolveSibling("topologies").resolve(name);
    }

    /**
     * A row of hosts a, b, c, ... linked by veth pairs, each forwarding; link i has the networks fd00:i::/64 and
     * 10.99.i.0/24, its left end 1 and its right end 2.
     */
    public static Lab row(String name, int hosts) throws IOException, InterruptedException {
        require(false);
        String prefix = "wv-" + name + ProcessHandle.current().pid() % 100_000 + "-";
        Lab lab = new Lab(prefix, List.of());
        try {
            lab.link(hosts);
            return lab;
        } catch (IOException e) {
            lab.close();
            throw e;
        }
    }

    private void link(int hosts) throws IOException, InterruptedException {
        for (int i = 0; i < hosts; i++) {
            run("ip", "netns", "add", prefix + host(i));
            in(host(i), "ip", "link", "set", "lo", "up");
            in(
                    host(i),
                    "sysctl",
                    "-qw",
                    "net.ipv6.conf.all.forwarding=1",
                    "net.ipv4.ip_forward=1",
                    "net.ipv6.conf.default.accept_dad=0",
                    "net.ipv6.conf.all.accept_dad=0",
                    "net.ipv4.icmp_ratelimit=0",
                    "net.ipv6.icmp.ratelimit=0");
        }
        for (int i = 0; i + 1 < hosts; i++) {
            in(
                    host(i),
                    "ip",
                    "link",
                    "add",
                    "right",
                    "type",
                    "veth",
                    "peer",
                    "name",
                    "left",
                    "netns",
                    prefix + host(i + 1));
            for (int side = 0; side < 2; side++) {
                String end = side == 0 ? "right" : "left";
                String at = host(i + side);
                in(at, "ip", "addr", "add", "10.99." + i + "." + (1 + side) + "/24", "dev", end);
                in(at, "ip", "-6", "addr", "add", "fd00:" + i + "::" + (1 + side) + "/64", "dev", end, "nodad");
                in(at, "ip", "link", "set", "dev", end, "up");
            }
        }
        for (int i = 0; i < hosts; i++) {
            if (i + 1 < hosts) {
                in(host(i), "ip", "route", "add", "default", "via", "10.99." + i + ".2");
                in(host(i), "ip", "-6", "route", "add", "default", "via", "fd00:" + i + "::2");
            }
            for (int far = 0; far < i - 1; far++) {
                in(host(i), "ip", "route", "add", "10.99." + far + ".0/24", "via", "10.99." + (i - 1) + ".1");
                in(host(i), "ip", "-6", "route", "add", "fd00:" + far + "::/64", "via", "fd00:" + (i - 1) + "::1");
            }
        }
    }

    private static String host(int i) {
        return String.valueOf((char) ('a' + i));
    }

    /** The name of a host's namespace. */
    public String namespace(String host) {
        return prefix + host;
    }

    /**
     * Gives addresses names on every host, as programs started there see them ({@code /etc/netns}, ip-netns(8)).
     *
     * @param table lines of {@code /etc/hosts}
     */
    public void names(String table, String... hosts) throws IOException {
        for (String host : hosts) {
            Path directory = Files.createDirectories(Path.of("/etc/netns", namespace(host)));
            Files.writeString(directory.resolve("hosts"), "127.0.0.1 localhost\n" + table);
            // an error comes from there at once: this machine's name servers are out of reach and would be waited for
            Files.writeString(directory.resolve("resolv.conf"), "nameserver 127.0.0.1\n");
            named.add(directory);
        }
    }

    /** Programs that are started on a host ask these name servers, one after the other, besides {@link #names}. */
    public void nameServers(String host, String... addresses) throws IOException {
        Path directory = Files.createDirectories(Path.of("/etc/netns", namespace(host)));
        Files.writeString(
                directory.resolve("resolv.conf"), "nameserver " + String.join("\nnameserver ", addresses) + "\n");
        named.add(directory);
    }

    /** Starts a program on a host; the caller ends it. */
    public Process start(String host, Path output, Map<String, String> environment, List<String> command)
            throws IOException {
        List<String> line = new ArrayList<>(List.of("ip", "netns", "exec", namespace(host)));
        line.addAll(command);
        ProcessBuilder builder =
                new ProcessBuilder(line).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().putAll(environment);
        return builder.start();
    }

    /** Runs a command on a host and expects success. */
    public String in(String host, String... command) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(List.of("ip", "netns", "exec", namespace(host)));
        line.addAll(List.of(command));
        return run(line.toArray(String[]::new));
    }

    /** Changes a link of an emulated network, as {@code wanlab ctl}. */
    public void control(String... words) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(down.subList(0, down.size() - 1));
        line.add("ctl");
        line.addAll(List.of(words));
        run(line.toArray(String[]::new));
    }

    private static String run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes());
        if (!process.waitFor(30, TimeUnit.SECONDS) || process.exitValue() != 0) {
            throw new IOException(String.join(" ", command) + ": " + output);
        }
        return output;
    }

    @Override
    public void close() throws IOException, InterruptedException {
        for (Path directory : named) {
            Files.deleteIfExists(directory.resolve("hosts"));
            Files.deleteIfExists(directory.resolve("resolv.conf"));
            Files.deleteIfExists(directory);
        }
        if (!down.isEmpty()) {
            run(down.toArray(String[]::new));
            return;
        }
        for (String line : run("ip", "netns", "list").split("\n")) {
            String namespace = line.split(" ")[0];
            if (namespace.startsWith(prefix)) {
                run("ip", "netns", "delete", namespace);
            }
        }
    }
}
