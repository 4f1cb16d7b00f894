package org.waybill.engine.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.Reason;

class TemporaryFileTest {
    @TempDir
    private Path directory;

    @Test
    void oneThatWasRemovedIsNotCalledReplaced() throws Exception {
        try (ConfinedRoot root = ConfinedRoot.open(directory);
                Directory at = root.open(List.of());
                TemporaryFile file = TemporaryFile.findOrCreate(at, "a.part")) {
            Files.delete(directory.resolve("a.part"));
            assertThatThrownBy(() -> file.rename(at, "a"))
                    .hasMessage("\"a.part\" was removed while it was written; run the command again to write it again")
                    .isInstanceOfSatisfying(
                            RefusedException.class,
                            failure -> assertThat(failure.reason()).isEqualTo(Reason.NOT_FOUND));
            Files.writeString(directory.resolve("a.part"), "another's");
            assertThatThrownBy(() -> file.rename(at, "a")).hasMessageContaining("was replaced by another process");
            assertThat(directory.resolve("a")).doesNotExist();
        }
    }
}
