package org.waybill.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.cache.CacheSettings;
import org.waybill.engine.cache.CacheStage;
import org.waybill.engine.cache.ContentCache;

/** What a relay keeps of a copy that a client puts there. */
class CachedCopiesTest {
    @TempDir
    private Path directory;

    /** What a client has given up took room from all others. */
    @ParameterizedTest
    @CsvSource({
        "CONNECTION_LOST,true",
        "INTERRUPTED,true",
        ",true",
        "VERIFICATION_FAILED,false",
        "UNREACHABLE,false",
        "DISK_FULL,false",
        "BAD_INPUT,false"
    })
    void onlyWhatWasInterruptedWaitsForItsClient(@Nullable Reason reason, boolean kept) throws Exception {
        try (ContentCache cache = ContentCache.open(new CacheSettings(directory.resolve("cache"), 1_000_000));
                CacheStage stage = cache.stage("a".repeat(64), "0".repeat(32))) {
            Files.write(stage.directory().resolve("part"), new byte[100]);
            CachedCopies copies = new CachedCopies(cache, null, null);

            copies.ended(stage, reason == null ? null : new TransferException(reason, "a test"));

            assertThat(Files.exists(stage.directory())).isEqualTo(kept);
        }
    }
}
