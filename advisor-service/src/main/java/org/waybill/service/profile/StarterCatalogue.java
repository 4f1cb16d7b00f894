package org.waybill.service.profile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import javax.sql.DataSource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.transaction.support.TransactionTemplate;
import org.waybill.api.catalog.CatalogFormat;
import org.waybill.api.catalog.CatalogKind;
import org.waybill.api.catalog.ImportReport;
import org.waybill.db.account.SettingRow;
import org.waybill.db.account.Settings;
import org.waybill.service.account.Caller;

/** Some thirty research sites to begin with, taken once into an empty catalogue. */
public record StarterCatalogue(
        Catalogue catalogue, Settings settings, TransactionTemplate transaction, DataSource database) {
    private static final String DONE = "catalogue.starter";
    private static final List<CatalogKind> IN_ORDER = List.of(
            CatalogKind.ORGANISATION,
            CatalogKind.SITE,
            CatalogKind.DOMAIN,
            CatalogKind.SUBNET,
            CatalogKind.HOST,
            CatalogKind.ENDPOINT);

    /** Fills the catalogue if that was never done; what people deleted does not come back. */
    public void loadOnce() {
        if (!isLoaded()) {
            transaction.executeWithoutResult(_ -> load());
        }
    }

    /** Asked on every start, so without waiting for Hibernate's. */
    private boolean isLoaded() {
        try (Connection connection = database.getConnection();
                PreparedStatement query = connection.prepareStatement("select 1 from setting where name = ?")) {
            query.setString(1, DONE);
            return query.executeQuery().next();
        } catch (SQLException e) {
            throw new IllegalStateException("cannot read the settings", e);
        }
    }

    private void load() {
        for (CatalogKind kind : IN_ORDER) {
            String file = "starter/" + kind.name().toLowerCase(Locale.ROOT) + ".csv";
            ImportReport report = catalogue.importAs(Caller.SERVICE, kind, CatalogFormat.CSV, text(file), false);
            if (!report.errors().isEmpty()) {
                throw new IllegalStateException(file + ": " + report.errors().getFirst());
            }
        }
        settings.save(new SettingRow(DONE, "1"));
    }

    private static String text(String file) {
        try {
            return new ClassPathResource(file, StarterCatalogue.class).getContentAsString(StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
