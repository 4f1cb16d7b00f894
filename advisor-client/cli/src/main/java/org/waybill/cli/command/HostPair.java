package org.waybill.cli.command;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import picocli.CommandLine.Parameters;

/** The two hosts whose history is asked for. */
public final class HostPair {
    private static final DateTimeFormatter WHEN =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss").withZone(ZoneId.systemDefault());

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "A",
            defaultValue = "",
            description = "Source host; '' matches any host.")
    public String source = "";

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "B",
            defaultValue = "",
            description = "Destination host; '' matches any host.")
    public String destination = "";

    /** A time of the history, in this machine's zone. */
    public static String when(Instant time) {
        return WHEN.format(time);
    }
}
