package org.waybill.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.waybill.api.ServiceException;
import org.waybill.api.embedded.ServiceSettings;

/**
 * The file of the embedded database, and whether it is the one that was left. To the database an empty file is a new one;
 * a mark beside it says that there was more, so that a history that somebody or something cut off is not silently begun
 * anew.
 */
final class EmbeddedDatabase {
    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedDatabase.class);

    private EmbeddedDatabase() {}

    private static Path file(ServiceSettings settings) {
        return settings.home().resolve("service").resolve("advisor.mv.db");
    }

    private static Path mark(ServiceSettings settings) {
        return settings.home().resolve("service").resolve("advisor.begun");
    }

    /** @throws ServiceException {@code UNAVAILABLE} if the database was emptied since it was last used */
    static void requireWhatWasLeft(ServiceSettings settings) {
        try {
            if (settings.databaseUrl() == null && Files.exists(mark(settings)) && Files.exists(file(settings))
                    && Files.size(file(settings)) == 0) {
                throw new ServiceException(ServiceException.UNAVAILABLE, "the advisor service did not start: "
                        + damaged(settings, "is empty, and was not"));
            }
        } catch (IOException e) {
            LOG.debug("the database itself will say", e);
        }
    }

    /** To be called when the database has been used. */
    static void markBegun(ServiceSettings settings) {
        try {
            if (settings.databaseUrl() == null && !Files.exists(mark(settings))) {
                Files.createFile(mark(settings));
            }
        } catch (IOException e) {
            LOG.debug("without a mark an emptied database counts as new", e);
        }
    }

    /** What to do about a database that cannot be used any more. */
    static String damaged(ServiceSettings settings, String how) {
        if (settings.databaseUrl() != null) {
            return "the database " + how + ": bring back a copy of it";
        }
        return "the database " + file(settings) + " " + how + ": bring back a copy of it, or rename it and begin anew"
                + " ('waybill history import' takes old logs); moves that name a transport need no service";
    }
}
