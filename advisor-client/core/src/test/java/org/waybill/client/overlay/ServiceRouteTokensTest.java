package org.waybill.client.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.waybill.api.overlay.RouteRequest;
import org.waybill.api.overlay.SignedRoute;
import org.waybill.client.SilentService;
import org.waybill.engine.identity.Fingerprint;
import org.waybill.engine.link.NodeAddress;

/** Answers of a service that are none. */
class ServiceRouteTokensTest {
    private static final String PRINT = "ab".repeat(32);

    private final List<String> notes = new ArrayList<>();

    private boolean isSigned(@Nullable SignedRoute answer) {
        SilentService service = new SilentService() {
            @Override
            public SignedRoute signRoute(RouteRequest request) {
                return answer;
            }
        };
        return new ServiceRouteTokens(() -> service, notes::add)
                .issue(
                        Fingerprint.parse(PRINT),
                        List.of(NodeAddress.parse("r.example:7411")),
                        NodeAddress.parse("b.example:7411"),
                        1)
                .isPresent();
    }

    @Test
    void thisHomeSignsWhereTheAnswerIsNone() {
        Instant later = Instant.parse("2030-01-01T00:00:00Z");
        assertThat(isSigned(new SignedRoute("AAAA", List.of(PRINT), later))).isTrue();
        assertThat(notes).isEmpty();
        assertThat(isSigned(new SignedRoute("AAAA", List.of(), later))).isFalse();
        assertThat(isSigned(new SignedRoute("AAAA", List.of(PRINT, PRINT), later)))
                .isFalse();
        assertThat(isSigned(new SignedRoute("AAAA", null, later))).isFalse();
        assertThat(isSigned(new SignedRoute(null, List.of(PRINT), later))).isFalse();
        assertThat(isSigned(new SignedRoute("no base 64!", List.of(PRINT), later)))
                .isFalse();
        assertThat(isSigned(null)).isFalse();
        assertThat(notes).hasSize(6).allMatch(note -> note.endsWith("this home signs it"));
        assertThat(notes.getFirst()).contains("it names 0 certificates for 1 relays");
    }
}
