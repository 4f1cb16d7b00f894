package org.waybill.engine.mover.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.waybill.engine.TransferException;
import org.waybill.engine.testserver.TestCredentials;

/** Two servers of which one has a file, and what a copy between them needs. */
abstract class CopyCase {
    static final int SIZE = 300_000;
    static final String PASSED = "THROUGH_THIS_MACHINE";

    final TestCredentials credentials = new TestCredentials();
    CopyServer from;
    CopyServer to;

    @BeforeEach
    void start() throws Exception {
        from = new CopyServer();
        to = new CopyServer();
        byte[] content = new byte[SIZE];
        new Random(1).nextBytes(content);
        from.files.put("/a", content);
    }

    @AfterEach
    void stop() {
        from.close();
        to.close();
    }

    HttpCopies copies() {
        return new HttpCopies(credentials);
    }

    TransferException failure(HttpCopies copies) {
        return catchThrowableOfType(TransferException.class, () -> copies.copy(from.location("/a"), to.location("/b")));
    }

    void copied(HttpCopies copies) throws Exception {
        copies.copy(from.location("/a"), to.location("/b"));
        assertThat(to.files).containsOnlyKeys("/b").containsEntry("/b", from.files.get("/a"));
    }

    static List<String> copy(CopyServer server) {
        return server.heard.stream().filter(line -> line.startsWith("COPY ")).toList();
    }
}
