package org.waybill.client.probe.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * A path drawn at random; the bottleneck is the narrowest of its links. Hosts A and B are its ends; X and Y share the
 * narrow link with them.
 *
 * @param crossMbit traffic from X to Y, 0 for none
 * @param lossRatio random loss on the way from A to B, 0 for none
 */
record RandomTopology(
        int number,
        List<Double> linkMbit,
        double oneWayMillis,
        int routers,
        double crossMbit,
        double lossRatio,
        long seed) {
    private static final double[] RATES_MBIT = {2, 5, 10, 20, 40, 60, 200, 500, 1000};
    /** The emulator and the senders share two processors: beyond this the cross traffic is not what it should be. */
    private static final double MOST_CROSSED_MBIT = 200;

    private static final int LOSSY_OF = 6;

    double bottleneckMbit() {
        return linkMbit.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
    }

    double rttMillis() {
        return 2 * oneWayMillis;
    }

    /** The same number and seed give the same topology, whichever were drawn before. */
    static RandomTopology of(int number, long seed) {
        Random random = new Random(seed * 1_000_003 + number);
        double narrow = RATES_MBIT[number % RATES_MBIT.length];
        int links = 1 + random.nextInt(3);
        List<Double> rates = new ArrayList<>();
        for (int i = 0; i < links; i++) {
            rates.add(narrow * (1.2 + 3 * random.nextDouble()));
        }
        rates.set(random.nextInt(links), narrow);
        boolean lossy = number % LOSSY_OF == LOSSY_OF - 1;
        boolean cross = !lossy && (number / RATES_MBIT.length + number) % 2 == 1 && narrow <= MOST_CROSSED_MBIT;
        return new RandomTopology(
                number,
                rates,
                1 + random.nextInt(60),
                links > 1 ? 0 : random.nextInt(9),
                cross ? narrow / 2 : 0,
                lossy ? 1e-4 * (1 + random.nextInt(20)) : 0,
                random.nextLong());
    }

    /** As {@code lab/wanlab} reads it. */
    String text() {
        StringBuilder text = new StringBuilder("mtu 1500\nseed " + (seed >>> 40) + "\ntick 0\ngso 16384\n"
                + "host A 10.77.1.1\nhost B 10.77.2.1\nhost X 10.77.3.1\nhost Y 10.77.4.1\n");
        List<String> there = new ArrayList<>();
        List<String> back = new ArrayList<>();
        for (int i = 0; i < linkMbit.size(); i++) {
            for (String option : new String[] {"f", "r"}) {
                text.append(String.format(
                        Locale.ROOT,
                        "pipe %s%d rate=%.3fmbit delay=%.3fms queue=100ms",
                        option,
                        i,
                        linkMbit.get(i),
                        oneWayMillis / linkMbit.size()));
                text.append(i == 0 && option.equals("f") && lossRatio > 0 ? " loss=" + lossRatio + "\n" : "\n");
            }
            there.add("f" + i);
            back.addFirst("r" + i);
        }
        text.append("path A B via ")
                .append(String.join(",", there))
                .append(hops())
                .append('\n');
        text.append("path B A via ").append(String.join(",", back)).append('\n');
        int narrow = linkMbit.indexOf(bottleneckMbit());
        text.append("path X Y via f")
                .append(narrow)
                .append("\npath Y X via r")
                .append(narrow)
                .append('\n');
        return text.toString();
    }

    private String hops() {
        List<String> hops = new ArrayList<>();
        for (int i = 1; i <= routers; i++) {
            hops.add(String.format(Locale.ROOT, "10.77.200.%d@%.3fms", i, oneWayMillis * i / (routers + 1)));
        }
        return hops.isEmpty() ? "" : " hops=" + String.join(",", hops);
    }
}
