package org.waybill.engine.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CachePathTest {
    private static final String KEY = "0".repeat(32);

    @Test
    void pathsOfRequestsAreReadAsTheyAreWritten() {
        for (String path : List.of(
                "/.waybill-cache/dtn.example.org:7411/" + KEY + "/run7",
                "/.waybill-cache/[::1]:7411/" + KEY + "/a/b/")) {
            assertThat(CachePath.parse(path).orElseThrow().text()).isEqualTo(path);
        }
        for (String other : List.of(
                "/run7",
                CachePath.ROOT,
                "/.waybill-cache/dtn:7411/../run7",
                "/.waybill-cache/dtn:0/" + KEY + "/x",
                "/.waybill-cache/dtn:65536/" + KEY + "/x",
                "/.waybill-cache/dtn:99999/" + KEY + "/x",
                "/.waybill-cache/dtn:7411/" + KEY.substring(1) + "/x")) {
            assertThat(CachePath.parse(other)).isEmpty();
        }
    }
}
