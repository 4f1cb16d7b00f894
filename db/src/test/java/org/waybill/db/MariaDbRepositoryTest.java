package org.waybill.db;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;

class MariaDbRepositoryTest extends RepositoryContract {
    private static final String MISSING = "no mariadbd here: install the package mariadb-server";

    private MariaDbServer server;

    @Override
    DatabaseLocation location() throws Exception {
        if (server == null) {
            Optional<Path> binary = MariaDbServer.installed();
            if (binary.isEmpty() && Boolean.getBoolean("waybill.test.servers.required")) {
                fail(MISSING);
            }
            server = MariaDbServer.start(binary.orElseGet(() -> abort(MISSING)));
        }
        return server.location();
    }

    @AfterAll
    void stop() {
        if (server != null) {
            server.close();
        }
    }
}
