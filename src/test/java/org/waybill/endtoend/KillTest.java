package org.waybill.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.waybill.endtoend.Rig.Protocol;

/**
 * {@code kill -9} of real commands and nodes at random instants, over every protocol, here on the way up: nothing
 * wrong ever bears a final name, and the same command run again ends verified and leaves nothing behind. The table at
 * the end says what was done; {@code -Dwaybill.test.kill.seed=N} begins with the kill of that seed,
 * {@code -Dwaybill.test.kill.only=sftp} leaves the other protocols out.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KillTest {
    /** Of a node on the way up, of a client on the way down. */
    private static final int SEED_UP = 2;

    private static final int SEED_DOWN = 4;
    private static final int MANY = 200;
    private static final int MANY_OF_OTHERS = 40;

    private final List<KillTally> tallies = new ArrayList<>();

    @AutoClose
    private Rig rig;

    @BeforeAll
    void start(@TempDir Path directory) throws Exception {
        rig = new Rig(directory);
    }

    @AfterAll
    void tell() {
        System.out.println(KillTally.HEADER);
        tallies.forEach(System.out::println);
    }

    static Stream<Protocol> protocols() {
        String only = System.getProperty("waybill.test.kill.only", "");
        return Stream.of(Protocol.values())
                .filter(each -> only.isEmpty() || each.transport().equals(only));
    }

    /** Those that every build kills, once; the long runs kill each. */
    Stream<Protocol> protocolsOfABuild() {
        return protocols();
    }

    /** Whether data go to the servers. */
    boolean push() {
        return true;
    }

    @ParameterizedTest
    @MethodSource("protocolsOfABuild")
    void whatWasKilledGoesOnAndEndsVerified(Protocol protocol) throws Exception {
        kill(protocol, 1, push() ? SEED_UP : SEED_DOWN);
    }

    @ParameterizedTest
    @MethodSource("protocols")
    @Tag("nightly")
    void whatWasKilledManyTimesGoesOnAndEndsVerified(Protocol protocol) throws Exception {
        int kills = Integer.getInteger("waybill.test.kills", protocol.isOurs() ? MANY : MANY_OF_OTHERS);
        kill(protocol, kills, new Random().nextInt(1 << 20));
    }

    private void kill(Protocol protocol, int kills, int firstSeed) throws Exception {
        KillTally tally = new KillTally(protocol, push());
        tallies.add(tally);
        int first = Integer.getInteger("waybill.test.kill.seed", firstSeed);
        for (int seed = first; tally.kills() < kills && seed < first + 2 * kills; seed++) {
            new OneKill(rig, tally, seed).run();
        }
        assertThat(tally.problems()).as(tally.toString()).isEmpty();
        assertThat(tally.kills())
                .as("one transfer may be killed more than once")
                .isGreaterThanOrEqualTo(kills);
    }
}
