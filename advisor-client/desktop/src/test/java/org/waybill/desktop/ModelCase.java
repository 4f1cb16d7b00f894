package org.waybill.desktop;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The view models over the real advisor, without a toolkit. */
@Timeout(60)
abstract class ModelCase {
    @TempDir
    Path temp;

    Models models;

    @BeforeEach
    void start() throws Exception {
        models = new Models(temp);
    }

    @AfterEach
    void stop() throws Exception {
        models.close();
    }

    WizardViewModel wizard() {
        return models.wizard();
    }
}
