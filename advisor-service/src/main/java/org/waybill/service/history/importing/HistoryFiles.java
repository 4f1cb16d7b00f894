package org.waybill.service.history.importing;

import java.time.Instant;
import java.util.function.UnaryOperator;
import org.waybill.api.HistoryImport;

/** Reads foreign records by their format. */
public final class HistoryFiles {
    private HistoryFiles() {}

    /**
     * @param hostOfAddress the name by which an address is known, itself if by none
     * @param now records of the future are left out
     */
    public static ImportResult read(HistoryImport part, UnaryOperator<String> hostOfAddress, Instant now) {
        ImportResult imported = new ImportResult(part.file(), now);
        return switch (part.format()) {
            case GRIDFTP_LOG -> new GridFtpLog(hostOfAddress).read(part, imported);
            case FTS -> FtsMessages.read(part, imported);
            case PERFSONAR -> PerfSonarData.read(part, imported);
        };
    }
}
