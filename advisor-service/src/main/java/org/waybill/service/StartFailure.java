package org.waybill.service;

import java.net.BindException;
import java.security.GeneralSecurityException;
import java.sql.SQLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.web.server.PortInUseException;
import org.waybill.api.ServiceException;
import org.waybill.api.embedded.ServiceSettings;

/** Why a service did not start, in one line; the rest is in the log. */
final class StartFailure {
    private static final Logger LOG = LoggerFactory.getLogger(StartFailure.class);
    private static final int H2_IN_USE = 90020;
    private static final int H2_DAMAGED = 90030;
    private static final int H2_OTHER_FORMAT = 90048;

    private StartFailure() {}

    static ServiceException explained(RuntimeException failure, ServiceSettings settings) {
        LOG.error("the service did not start", failure);
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ServiceException known) {
                return known;
            }
            if (cause instanceof PortInUseException || cause instanceof BindException) {
                return cannotListen(settings, failure);
            }
            if (cause instanceof SQLException sql
                    && (sql.getErrorCode() == H2_DAMAGED || sql.getErrorCode() == H2_OTHER_FORMAT)) {
                return unavailable(new EmbeddedDatabase(settings).damaged("is damaged"), failure);
            }
            if (cause instanceof SQLException sql) {
                return unavailable(
                        sql.getErrorCode() == H2_IN_USE
                                ? "the database in " + settings.home() + " is in use by another process"
                                : "the database failed: " + oneLine(sql),
                        failure);
            }
            if (settings.keyStore() != null && isAboutKeys(cause)) {
                return new ServiceException(
                        ServiceException.BAD_REQUEST,
                        "the key store " + settings.keyStore()
                                + " cannot be used: wrong password, or no PKCS#12 file with a private key",
                        failure);
            }
        }
        return unavailable(oneLine(failure), failure);
    }

    /** Another program has the port, or this machine has no such address. */
    static ServiceException cannotListen(ServiceSettings settings, Exception failure) {
        String at = settings.listenHost() + ":" + settings.listenPort();
        return unavailable(
                String.valueOf(failure.getMessage()).startsWith("Permission denied")
                        ? "this user may not listen on " + at
                        : at + " is in use or not an address of this machine",
                failure);
    }

    private static boolean isAboutKeys(Throwable cause) {
        return cause instanceof GeneralSecurityException
                || String.valueOf(cause.getMessage()).matches("(?is).*(could not load store|keystore|key store|SSL).*");
    }

    private static ServiceException unavailable(String why, Exception failure) {
        return ServiceException.unavailable("the advisor service did not start: " + why, failure);
    }

    private static String oneLine(Throwable cause) {
        return String.valueOf(cause.getMessage())
                .lines()
                .findFirst()
                .orElse(cause.getClass().getSimpleName());
    }
}
