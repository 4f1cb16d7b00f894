package org.waybill.service.history.importing;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.waybill.api.HistoryImport;
import org.waybill.api.StorageClass;
import org.waybill.api.TransferOutcome;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;
import tools.jackson.databind.JsonNode;

/**
 * Messages of the File Transfer Service about completed transfers, with or without the envelope of the monitoring that
 * carried them. A transfer's time is that from the agent's start to its end, storage managers included: it is what one
 * waits for, and the fit separates their seconds from those of the bytes. Times are in milliseconds since 1970.
 */
final class FtsMessages {
    private static final int LONGEST_STATUS = 40;

    private FtsMessages() {}

    static ImportResult read(HistoryImport part, ImportResult imported) {
        JsonRecords.read(part.text(), part.firstLine(), imported, (message, line) -> message(message, line, imported));
        return imported;
    }

    private static void message(JsonNode envelope, long line, ImportResult imported) {
        JsonNode data = envelope.path("data").isObject() ? envelope.path("data") : envelope;
        String source = host(data, "src_url", "src_hostname");
        String destination = host(data, "dst_url", "dst_hostname");
        if (source.isEmpty() || destination.isEmpty()) {
            imported.problem(line, "no src_url and dst_url with hosts: not a message about a completed transfer");
            return;
        }
        Long start = number(data, "tr_timestamp_start", "timestamp_tr_st");
        Long end = number(data, "tr_timestamp_complete", "timestamp_tr_comp");
        Long size = number(data, "f_size", "file_size");
        String state = data.path("t_final_transfer_state").asString("").toUpperCase(Locale.ROOT);
        if (start == null || end == null || size == null || state.isEmpty()) {
            imported.problem(line, "start, end, f_size or t_final_transfer_state is missing");
            return;
        }
        boolean good = state.equals("OK");
        Long moved = good ? size : number(data, "tr_bt_transfered");
        long bytes = moved == null ? 0 : moved;
        double seconds = (end - start) / 1e3;
        Optional<String> doubt = RecordValidator.doubt(bytes, seconds);
        if (doubt.isPresent()) {
            imported.problem(line, doubt.get() + ": left out");
            return;
        }
        Long streams = number(data, "nstreams");
        imported.add(
                line,
                new TransferOutcome(
                        id(data, source, destination, start),
                        source,
                        destination,
                        transport(data),
                        "",
                        Math.clamp(streams == null ? 1 : streams, 1, 100_000),
                        StorageClass.DISK,
                        bytes,
                        1,
                        Instant.ofEpochMilli(start),
                        seconds,
                        0,
                        0,
                        good ? "OK" : failure(data, state),
                        null,
                        null,
                        null,
                        ""));
    }

    private static String id(JsonNode data, String source, String destination, long start) {
        String name = data.path("tr_id").asString("");
        if (name.isEmpty()) {
            name = source + " " + destination + " " + start + " "
                    + data.path("dst_url").asString("");
        }
        return UUID.nameUUIDFromBytes(("fts " + name).getBytes(StandardCharsets.UTF_8))
                .toString();
    }

    private static String failure(JsonNode data, String state) {
        String category = data.path("tr_error_category").asString("").replaceAll("[^A-Za-z0-9_]", "_");
        String status = "FTS_" + (category.isEmpty() ? state.replaceAll("[^A-Z0-9]", "_") : category);
        return status.substring(0, Math.min(status.length(), LONGEST_STATUS)).toUpperCase(Locale.ROOT);
    }

    /** Storage managers only arrange transfers; between them the data went by GridFTP. */
    private static String transport(JsonNode data) {
        String url = data.path("dst_url").asString("");
        int colon = url.indexOf(':');
        return Protocols.ofUrl(url.substring(0, Math.max(colon, 0)).toLowerCase(Locale.ROOT))
                .filter(protocol -> !protocol.equals(Protocol.SRM))
                .orElse(Protocol.GSIFTP)
                .scheme();
    }

    private static String host(JsonNode data, String url, String name) {
        String text = data.path(url).asString("");
        // paths of these URLs may hold any character of file names: only the part before them is a URI for certain
        int path = text.indexOf('/', text.indexOf("://") + 3);
        try {
            String host = URI.create(path > 0 ? text.substring(0, path) : text).getHost();
            if (host != null) {
                return host.toLowerCase(Locale.ROOT);
            }
        } catch (IllegalArgumentException _) {
            // no URL: the name may do
        }
        String given = data.path(name).asString("").toLowerCase(Locale.ROOT);
        return given.matches("[a-z0-9.:_-]{1,255}") ? given : "";
    }

    /** The first of the fields that holds a number, also as text. */
    private static @Nullable Long number(JsonNode data, String... names) {
        for (String name : names) {
            JsonNode value = data.path(name);
            if (value.isNumber() && value.canConvertToLong()) {
                return value.asLong();
            }
            String text = value.isString() ? value.asString() : "";
            if (text.matches("\\d{1,18}")) {
                return Long.parseLong(text);
            }
        }
        return null;
    }
}
