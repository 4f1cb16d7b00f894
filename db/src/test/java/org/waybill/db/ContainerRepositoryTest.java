package org.waybill.db;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.AfterAll;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.mysql.MySQLContainer;
import org.testcontainers.utility.DockerImageName;

/** MySQL itself, where a Docker engine answers; another image by {@code -Dwaybill.test.mysql.image}. */
class ContainerRepositoryTest extends RepositoryContract {
    private MySQLContainer server;

    @Override
    DatabaseLocation location() {
        if (server == null) {
            assumeTrue(DockerClientFactory.instance().isDockerAvailable(), "no Docker engine answers here");
            String image = System.getProperty("waybill.test.mysql.image", "mysql:8.4");
            server = new MySQLContainer(DockerImageName.parse(image).asCompatibleSubstituteFor("mysql"))
                    .withDatabaseName("waybill")
                    .withUsername("waybill")
                    .withPassword("only-in-tests");
            server.withStartupAttempts(1).start();
        }
        return DatabaseLocation.of(
                "jdbc:mysql://" + server.getHost() + ":" + server.getMappedPort(3306) + "/waybill",
                "waybill",
                "only-in-tests");
    }

    @AfterAll
    void stop() {
        if (server != null) {
            server.stop();
        }
    }
}
