package org.waybill.api.catalog;

import java.util.List;

/** What an import did, or with {@code dryRun} would do; the good rows are taken even if others are bad. */
public record ImportReport(boolean dryRun, int added, int changed, int unchanged, List<RowError> errors) {}
