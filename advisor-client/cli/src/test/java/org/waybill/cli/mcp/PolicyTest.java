package org.waybill.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.client.WaybillHome;
import org.waybill.client.endpoint.EndpointNames;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.sshconfig.SshConfig;

class PolicyTest {
    @TempDir
    private Path directory;

    private PlanEnd.Secrets secrets() {
        return PlanEnd.Secrets.of(
                new WaybillHome(directory.resolve("home")),
                directory.resolve("user"),
                Map.of("X509_USER_PROXY", directory.resolve("proxies/mine").toString()));
    }

    private EndpointNames names() {
        return new EndpointNames(
                Map.of("arch", "sftp://u@archive.example.org/data"), SshConfig.of(directory.resolve("user"), Map.of()));
    }

    private PlanEnd end(String text) throws TransferException {
        return PlanEnd.of(text, names(), secrets());
    }

    private Plan plan(long bytes, int minutes, double cost) throws TransferException {
        return plan("/data/out/a", "sftp://u@archive.example.org/data/in/", bytes, minutes, cost);
    }

    private Plan plan(String from, String to, long bytes, int minutes, double cost) throws TransferException {
        Instant now = Instant.EPOCH;
        return new Plan(
                "0",
                end(from),
                end(to),
                List.of(),
                bytes,
                1,
                "sftp",
                null,
                null,
                cost,
                minutes,
                now,
                now.plus(Plan.LIFETIME));
    }

    private String refusal(Policy policy, Plan plan, String time, Plan... used) throws TransferException {
        ZonedDateTime now = ZonedDateTime.parse("2026-05-04T" + time + ":00Z").withZoneSameInstant(ZoneOffset.UTC);
        return policy.refusal(plan, List.of(used), now, names(), secrets()).orElse("");
    }

    private static Policy policy(String from, String until, String... endpoints) {
        return new Policy(List.of(endpoints), 100, 250, 60, 2, 3, from, until, List.of());
    }

    @Test
    void eachBudgetHolds() throws Exception {
        Policy policy = policy(null, null, "/data/out", "arch:");
        assertThat(refusal(policy, plan(100, 60, 2), "12:00")).isEmpty();
        assertThat(refusal(policy, plan(101, 60, 2), "12:00")).contains("bytesPerPlan of 100 B");
        assertThat(refusal(policy, plan(100, 61, 2), "12:00")).contains("minutesPerPlan of 60 ");
        assertThat(refusal(policy, plan(100, 60, 2.01), "12:00")).contains("costPerPlan of 2 ");
        assertThat(refusal(policy, plan(51, 60, 0), "12:00", plan(100, 1, 0), plan(100, 1, 0)))
                .contains("bytesPerDay");
        assertThat(refusal(policy, plan(50, 60, 0), "12:00", plan(100, 1, 0), plan(100, 1, 0)))
                .isEmpty();
        assertThat(refusal(policy, plan(1, 60, 1.5), "12:00", plan(1, 1, 1.6))).contains("costPerDay of 3 ");
        assertThat(refusal(Policy.NONE, plan(1, 1, 0), "12:00")).contains("no policy");
    }

    @ParameterizedTest
    @CsvSource({
        "20:00,06:00,23:59,true",
        "20:00,06:00,05:59,true",
        "20:00,06:00,06:00,false",
        "20:00,06:00,19:59,false",
        "08:00,18:00,12:00,true",
        "08:00,18:00,18:00,false",
        "08:00,18:00,07:59,false"
    })
    void itApprovesInItsHours(String from, String until, String time, boolean approves) throws Exception {
        assertThat(refusal(policy(from, until, "/data", "arch:"), plan(1, 1, 0), time)
                        .isEmpty())
                .isEqualTo(approves);
    }

    @ParameterizedTest
    @CsvSource({
        "/data/out,true",
        "/data/out/,true",
        "/data/out/a,true",
        "/data/out/../out/a,true",
        "/data/out/../secret,false",
        "/data/output,false",
        "/data,false",
        "sftp://u@archive.example.org/data,true",
        "sftp://u@archive.example.org/data/x,true",
        "arch:x,true",
        "sftp://u@archive.example.org/database,false",
        "sftp://u@archive.example.org:2222/data/x,false",
        "sftp://u@archive.example.org.evil.example/data/x,false",
        "sftp://other@archive.example.org/data/x,false",
        "ftp://u@archive.example.org/data/x,false",
        "sftp://u@archive.example.org/DATA/x,false"
    })
    void aPlaceIsAllowedIfItIsBelowOne(String place, boolean allowed) throws Exception {
        Policy policy = policy(null, null, "/data/out/", "arch:");
        assertThat(refusal(policy, plan(place, "/data/out/b", 1, 1, 0), "12:00").isEmpty())
                .isEqualTo(allowed);
        assertThat(refusal(policy, plan("/data/out/b", place, 1, 1, 0), "12:00").isEmpty())
                .isEqualTo(allowed);
    }

    @Test
    void whatHoldsSecretsIsLeftToPeople() throws Exception {
        Path user = Files.createDirectories(directory.resolve("user"));
        Policy policy = policy(null, null, directory.toString());
        assertThat(refusal(policy, plan(user.toString(), directory + "/x", 1, 1, 0), "12:00"))
                .contains("secrets of this user");
        assertThat(refusal(policy, plan(user + "/data", directory + "/x", 1, 1, 0), "12:00"))
                .isEmpty();
        assertThat(refusal(policy, plan(directory + "/proxies", directory + "/x", 1, 1, 0), "12:00"))
                .contains("secrets of this user");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "user/.ssh/id",
                "user/.aws/credentials",
                "user/.globus/userkey.pem",
                "user/.netrc",
                "proxies/mine"
            })
    void whatLogsInIsNoPlaceForAPlan(String secret) {
        assertThatThrownBy(() -> end(directory.resolve(secret).toString())).hasMessageContaining("secrets are kept in");
    }

    @Test
    void theLongestPriceOfEachEndCounts() throws Exception {
        Policy policy = new Policy(
                List.of(),
                0,
                0,
                0,
                0,
                0,
                null,
                null,
                List.of(
                        new Policy.Price("sftp://u@archive.example.org/", 0.5),
                        new Policy.Price("sftp://u@archive.example.org/data/in", 0.1),
                        new Policy.Price("/data", 0.02)));
        double cost = policy.cost(
                10_000_000_000L, end("/data/out/a"), end("sftp://u@archive.example.org/data/in/"), names(), secrets());
        assertThat(cost).isEqualTo(1.2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{",
                "{\"bytes\": 1}",
                "{\"from\": \"late\"}",
                "{\"from\": \"20:00\"}",
                "{\"until\": \"06:00\"}",
                "{\"bytesPerDay\": \"much\"}",
                "[]"
            })
    void aPolicyThatIsNotUnderstoodApprovesNothingAndSaysSo(String json) throws Exception {
        WaybillHome home = new WaybillHome(directory);
        Files.createDirectories(home.assistants());
        Files.writeString(Policy.file(home), json);
        assertThatThrownBy(() -> Policy.of(home)).hasMessageContaining("cannot use the policy");
    }
}
