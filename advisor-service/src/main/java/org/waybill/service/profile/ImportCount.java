package org.waybill.service.profile;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.waybill.api.catalog.ImportReport;
import org.waybill.api.catalog.RowError;

/** Counts what an import did. */
final class ImportCount {
    /** More than this no one reads, and the reply has its limit too. */
    private static final int MOST_ERRORS = 1_000;

    private final boolean dryRun;
    private final List<RowError> errors;
    private int added;
    private int changed;
    private int unchanged;

    ImportCount(boolean dryRun, List<RowError> errors) {
        this.dryRun = dryRun;
        this.errors = new ArrayList<>(errors);
    }

    void add(Catalogue.Outcome outcome) {
        added += outcome == Catalogue.Outcome.ADDED ? 1 : 0;
        changed += outcome == Catalogue.Outcome.CHANGED ? 1 : 0;
        unchanged += outcome == Catalogue.Outcome.UNCHANGED ? 1 : 0;
    }

    void addError(int row, String message) {
        errors.add(new RowError(row, message));
    }

    ImportReport report() {
        return new ImportReport(
                dryRun,
                added,
                changed,
                unchanged,
                errors.stream()
                        .sorted(Comparator.comparingInt(RowError::row))
                        .limit(MOST_ERRORS)
                        .toList());
    }
}
