package org.waybill.engine.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.engine.identity.Grant.Right;
import org.waybill.engine.identity.Operation.Kind;

/** Who may do what, as a function of grant and operation. */
class GrantTest {
    private static final List<String> INSIDE = List.of("in", "x");
    private static final Grant READ_ONLY = new Grant(EnumSet.of(Right.READ), List.of(), 0);
    private static final Set<Kind> READING = EnumSet.of(Kind.STATUS, Kind.LIST, Kind.DOWNLOAD);

    private static boolean covers(Grant grant, Operation operation) {
        return grant.refusal(operation).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void theUsualPairingReadsWritesAndRelaysButChangesNothingOfOthers(Kind kind) {
        boolean changes = EnumSet.of(Kind.OVERWRITE, Kind.DELETE, Kind.RENAME).contains(kind);
        assertThat(covers(Grant.USUAL, new Operation(kind, INSIDE))).isEqualTo(!changes);
        assertThat(covers(Grant.USUAL, new Operation(kind, INSIDE, true))).isTrue();
        assertThat(covers(Grant.OWNER, new Operation(kind, INSIDE))).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void whoMayOnlyReadDoesNothingElseButMeasure(Kind kind) {
        boolean allowed = READING.contains(kind) || kind == Kind.MEASURE;
        assertThat(covers(READ_ONLY, new Operation(kind, INSIDE, true))).isEqualTo(allowed);
    }

    @Test
    void withoutRelayingNothingIsForwardedNorSentOn() {
        Grant grant = new Grant(EnumSet.of(Right.READ, Right.WRITE, Right.MODIFY), List.of(), 0);
        for (Kind kind : Kind.values()) {
            assertThat(covers(grant, new Operation(kind, INSIDE)))
                    .isEqualTo(kind != Kind.RELAY && kind != Kind.SEND_ON);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aPathHoldsForEveryOperationOnFiles(Kind kind) {
        Grant grant = new Grant(Grant.OWNER.rights(), List.of("in"), 0);
        boolean ofFiles = kind != Kind.RELAY && kind != Kind.MEASURE;
        assertThat(covers(grant, new Operation(kind, INSIDE))).isTrue();
        assertThat(covers(grant, new Operation(kind, List.of("in")))).isTrue();
        for (List<String> outside : List.<List<String>>of(
                List.of(),
                List.of("other", "in"),
                List.of("In", "x"),
                List.of("in2"),
                List.of("i", "n"),
                List.of("in/x"),
                List.of("in "),
                List.of("IN"))) {
            assertThat(covers(grant, new Operation(kind, outside)))
                    .as("%s", outside)
                    .isEqualTo(!ofFiles);
        }
    }

    static Stream<Grant> grants() {
        List<Grant> all = new ArrayList<>();
        for (int bits = 0; bits < 16; bits++) {
            Set<Right> rights = EnumSet.noneOf(Right.class);
            for (Right right : Right.values()) {
                if ((bits >> right.ordinal() & 1) == 1) {
                    rights.add(right);
                }
            }
            all.add(new Grant(rights, List.of(), 0));
            all.add(new Grant(rights, List.of("a b;c=d,e", "\u00e4/".substring(0, 1), "%2f"), 7L << 40));
        }
        return all.stream();
    }

    @ParameterizedTest
    @MethodSource("grants")
    void isReadAsItWasWritten(Grant grant) {
        assertThat(grant.text()).doesNotContain(" ");
        assertThat(Grant.parse(grant.text())).isEqualTo(grant);
    }

    @ParameterizedTest
    @MethodSource("grants")
    void twoTogetherNeverGiveMoreThanEither(Grant one) {
        grants().forEach(other -> one.and(other).ifPresent(both -> {
            for (Kind kind : Kind.values()) {
                for (List<String> path : List.of(INSIDE, one.path(), other.path(), List.<String>of())) {
                    Operation operation = new Operation(kind, path);
                    if (covers(both, operation)) {
                        assertThat(covers(one, operation) && covers(other, operation))
                                .isTrue();
                    }
                }
            }
        }));
    }

    @Test
    void narrowingNeverLeadsToAnotherDirectory() {
        Grant in = new Grant(Grant.USUAL.rights(), List.of("in"), 10);
        assertThat(in.and(new Grant(Grant.OWNER.rights(), List.of("in", "deep"), 0)))
                .contains(new Grant(Grant.USUAL.rights(), List.of("in", "deep"), 10));
        assertThat(in.and(new Grant(Grant.OWNER.rights(), List.of("out"), 0))).isEmpty();
        assertThat(in.and(new Grant(Grant.OWNER.rights(), List.of(), 3))
                        .orElseThrow()
                        .quotaBytes())
                .isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "fly",
                "read;path=/a/../b",
                "read;quota=-1",
                "read;quota=x",
                "read;until=now",
                "read;;",
                "read;path=/..",
                "read;path=/%2e%2e",
                "read;path=/a%2F..%2F..%2Fb"
            })
    void whatIsNotUnderstoodIsNoGrant(String text) {
        assertThatThrownBy(() -> Grant.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }
}
