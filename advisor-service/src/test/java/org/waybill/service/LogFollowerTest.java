package org.waybill.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.api.embedded.ServiceSettings;
import org.waybill.service.history.LogFollower;

/** A log that grows, is cut in mid-line, and is rotated. */
class LogFollowerTest {
    @TempDir
    private Path directory;

    private static String record(int second) {
        return "DATE=202401070927" + second + ".223249 HOST=dtn.example.org PROG=globus-gridftp-server"
                + " NL.EVNT=FTP_INFO START=20240107092600.223249 USER=u FILE=/a BUFFER=0 BLOCK=262144"
                + " NBYTES=100000000 VOLUME=/ STREAMS=4 STRIPES=1 DEST=[192.0.2.7] TYPE=RETR CODE=226\n";
    }

    @Test
    void takesEachRecordOnceAndGoesOnWhereItStopped() throws Exception {
        Path log = directory.resolve("gridftp.log");
        Files.writeString(
                directory.resolve("history-logs"),
                "# our servers\ngridftp-log " + log + "\nfts /no/such/file\nnonsense\n");
        try (SpringService service = (SpringService) new AdvisorServer().start(ServiceSettings.embedded(directory))) {
            LogFollower follower = service.bean(LogFollower.class);
            assertThat(follower.follow()).as("before there is a log").isZero();
            Files.writeString(log, record(10) + record(11) + record(12).substring(0, 40));
            assertThat(follower.follow()).isEqualTo(2);
            assertThat(follower.follow()).as("half a line").isZero();
            Files.writeString(log, record(12).substring(40) + "no record\n" + record(13), StandardOpenOption.APPEND);
            assertThat(follower.follow()).isEqualTo(2);
            Files.writeString(log, record(14));
            assertThat(follower.follow()).as("rotated").isOne();
            Files.writeString(directory.resolve("again"), record(14) + record(10));
            Files.writeString(directory.resolve("history-logs"), "gridftp-log again\n");
            assertThat(follower.follow()).as("known by now").isZero();
            assertThat(TestClients.advisor(service).history("", "", 100).transfers())
                    .hasSize(5);
        }
    }
}
