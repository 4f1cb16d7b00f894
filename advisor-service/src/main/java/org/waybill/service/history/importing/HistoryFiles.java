package org.waybill.service.history.importing;

import java.util.function.UnaryOperator;
import org.waybill.api.HistoryImport;

/** Reads foreign records by their format. */
public final class HistoryFiles {
    private HistoryFiles() {}

    /** @param hostOfAddress the name by which an address is known, itself if by none */
    public static ImportResult read(HistoryImport part, UnaryOperator<String> hostOfAddress) {
        return switch (part.format()) {
            case GRIDFTP_LOG -> new GridFtpLog(hostOfAddress).read(part.file(), part.firstLine(), part.text());
            case FTS -> FtsMessages.read(part.file(), part.firstLine(), part.text());
            case PERFSONAR -> PerfSonarData.read(part);
        };
    }
}
