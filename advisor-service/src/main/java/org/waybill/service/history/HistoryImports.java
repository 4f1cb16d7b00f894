package org.waybill.service.history;

import java.util.List;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;
import org.waybill.api.HistoryImport;
import org.waybill.api.HistoryImportReport;
import org.waybill.service.InputChecks;
import org.waybill.service.history.importing.HistoryFiles;
import org.waybill.service.history.importing.ImportResult;

/**
 * Takes foreign records into the history: the good ones, each once, with a line for each of the others.
 *
 * @param hostOfAddress the name by which the catalogue knows an address, itself if by none
 */
public record HistoryImports(TransferHistory history, UnaryOperator<String> hostOfAddress) {
    private static final int LONGEST_NAME = 300;

    /** @param account whose records they become */
    public HistoryImportReport add(HistoryImport part, String account) {
        InputChecks.required("file", part.file(), LONGEST_NAME);
        InputChecks.between("firstLine", part.firstLine(), 1, Long.MAX_VALUE / 2);
        InputChecks.text("sourceHost", part.sourceHost(), 255);
        InputChecks.text("destinationHost", part.destinationHost(), 255);
        ImportResult imported =
                HistoryFiles.read(part, hostOfAddress, history.clock().instant());
        int added = inParts(imported.transfers(), some -> history.addTransfers(some, account))
                + inParts(imported.measurements(), some -> history.addMeasurements(some, account));
        return new HistoryImportReport(
                imported.transfers().size(),
                imported.measurements().size(),
                added,
                List.copyOf(imported.problems()),
                imported.problemCount());
    }

    private static <T> int inParts(List<T> all, ToIntFunction<List<T>> add) {
        int added = 0;
        for (int from = 0; from < all.size(); from += TransferHistory.MOST_RECORDS) {
            added += add.applyAsInt(all.subList(from, Math.min(all.size(), from + TransferHistory.MOST_RECORDS)));
        }
        return added;
    }
}
