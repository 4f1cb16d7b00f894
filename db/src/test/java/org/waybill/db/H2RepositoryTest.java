package org.waybill.db;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class H2RepositoryTest extends RepositoryContract {
    @TempDir
    private static Path directory;

    @Override
    DatabaseLocation location() {
        return DatabaseLocation.h2File(directory);
    }
}
