package org.waybill.engine.mover.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ConnectException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.waybill.engine.Reason;

class HttpFailuresTest {
    @Test
    void givesEachStatusItsReason() {
        Map<Integer, Reason> table = Map.ofEntries(
                Map.entry(400, Reason.BAD_INPUT), Map.entry(401, Reason.AUTHENTICATION),
                Map.entry(403, Reason.PERMISSION), Map.entry(404, Reason.NOT_FOUND),
                Map.entry(405, Reason.PERMISSION), Map.entry(409, Reason.NOT_FOUND),
                Map.entry(410, Reason.NOT_FOUND), Map.entry(413, Reason.LIMIT),
                Map.entry(416, Reason.SOURCE_CHANGED), Map.entry(423, Reason.TARGET_BUSY),
                Map.entry(429, Reason.CONNECTION_LOST), Map.entry(500, Reason.CONNECTION_LOST),
                Map.entry(503, Reason.CONNECTION_LOST), Map.entry(507, Reason.DISK_FULL));
        table.forEach((status, reason) ->
                assertThat(HttpFailures.reason(status)).as("status %d", status).isEqualTo(reason));
    }

    @Test
    void tellsAServerThatIsNotThereFromAConnectionThatBroke() {
        assertThat(explain(new ConnectException("refused"))).isEqualTo(Reason.UNREACHABLE);
        assertThat(explain(new IOException("reset"))).isEqualTo(Reason.CONNECTION_LOST);
    }

    @Test
    void encodesEveryByteOfAPathThatMeansSomethingInAnAddress() {
        String path = "/a b/%41?x#y;z&\u00fc\n'\"\\";
        assertThat(HttpPath.encoded(path)).isEqualTo("/a%20b/%2541%3Fx%23y%3Bz%26%C3%BC%0A%27%22%5C");
        assertThat(HttpPath.decoded(HttpPath.encoded(path))).contains(path);
        assertThat(HttpPath.decoded("http://h:80/a%20b")).contains("/a b");
        assertThat(HttpPath.decoded("/a%zz")).isEmpty();
        assertThat(HttpPath.decoded("/a%ff")).isEmpty();
    }

    private static Reason explain(Exception cause) {
        return HttpFailures.explain(cause, "http://h:80", "h", "https://h", "/p")
                .reason();
    }
}
