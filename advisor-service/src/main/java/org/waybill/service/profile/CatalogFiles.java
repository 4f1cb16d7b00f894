package org.waybill.service.profile;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;
import org.apache.commons.csv.CSVException;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVPrinter;
import org.apache.commons.csv.CSVRecord;
import org.jspecify.annotations.Nullable;
import org.waybill.api.ServiceException;
import org.waybill.api.catalog.CatalogEntry;
import org.waybill.api.catalog.CatalogFormat;
import org.waybill.api.catalog.CatalogKind;
import org.waybill.api.catalog.RowError;
import org.waybill.api.hessian.RefusedException;
import org.waybill.api.hessian.StrictSerializerFactory;
import org.waybill.service.InputChecks;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Entries in files: CSV and JSON, without numbers and versions, since those belong to one database. */
record CatalogFiles(StrictSerializerFactory contract, JsonMapper json) {
    private static final int MOST_ROWS = 20_000;
    /** What spreadsheets take for a formula at the start of a cell (OWASP, CSV injection). */
    private static final String FORMULA_STARTS = "=+-@\t\r";

    record Row(int number, CatalogEntry entry) {}

    record Rows(List<Row> good, List<RowError> errors) {}

    /** The columns of a kind: its record's components except for number and version. */
    private static List<RecordComponent> columns(CatalogKind kind) {
        return Arrays.stream(kind.entryType().getRecordComponents())
                .filter(component -> !component.getName().equals("id")
                        && !component.getName().equals("version"))
                .toList();
    }

    Rows read(CatalogKind kind, CatalogFormat format, String text) {
        return format == CatalogFormat.CSV ? readCsv(kind, text) : readJson(kind, text);
    }

    /**
     * Hands over the first line, which names the columns, and each row with its line's number; a byte order mark before
     * them is passed over.
     */
    static void csv(String text, Consumer<List<String>> heading, ObjIntConsumer<CSVRecord> each) {
        CSVFormat format = CSVFormat.RFC4180
                .builder()
                .setHeader()
                .setSkipHeaderRecord(true)
                .setTrim(true)
                .setIgnoreEmptyLines(true)
                .get();
        try (CSVParser parser =
                CSVParser.parse(new StringReader(text.startsWith("\uFEFF") ? text.substring(1) : text), format)) {
            heading.accept(parser.getHeaderNames());
            for (CSVRecord row : parser) {
                each.accept(row, (int) parser.getCurrentLineNumber());
            }
        } catch (CSVException | UncheckedIOException | IllegalStateException | IllegalArgumentException e) {
            throw InputChecks.bad("not valid CSV: "
                    + InputChecks.text("message", String.valueOf(e.getMessage()).replaceAll("\\p{Cntrl}", " "), 500));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Rows readCsv(CatalogKind kind, String text) {
        Rows rows = new Rows(new ArrayList<>(), new ArrayList<>());
        csv(text, heading -> checkHeading(kind, heading), (row, line) -> {
            InputChecks.atMost("rows", rows.good().size() + rows.errors().size(), MOST_ROWS);
            Map<String, @Nullable Object> values = new LinkedHashMap<>();
            try {
                for (RecordComponent column : columns(kind)) {
                    String cell = row.isSet(column.getName()) ? row.get(column.getName()) : "";
                    values.put(column.getName(), cell(column, cell));
                }
                rows.good().add(new Row(line, entry(kind, 0, 0, values)));
            } catch (ServiceException e) {
                rows.errors().add(new RowError(line, String.valueOf(e.getMessage())));
            }
        });
        return rows;
    }

    private static void checkHeading(CatalogKind kind, List<String> heading) {
        List<String> known =
                columns(kind).stream().map(RecordComponent::getName).toList();
        for (String name : heading) {
            if (!known.contains(name)) {
                throw InputChecks.bad("column " + InputChecks.text("heading", name, 100) + " is not one of " + known);
            }
        }
        if (new HashSet<>(heading).size() < heading.size()) {
            throw InputChecks.bad("a column is listed twice in the first line");
        }
        if (!heading.contains(known.getFirst())) {
            throw InputChecks.bad("the first line must list the columns, of " + known);
        }
    }

    private static @Nullable Object cell(RecordComponent column, String cell) {
        String text = cell.length() > 1 && cell.charAt(0) == '\'' && FORMULA_STARTS.indexOf(cell.charAt(1)) >= 0
                ? cell.substring(1)
                : cell;
        Class<?> type = column.getType();
        if (type == List.class) {
            return text.isBlank() ? List.of() : List.of(text.strip().split("[\\s;]+"));
        }
        if (type == String.class) {
            return text;
        }
        if (text.isEmpty()) {
            return null;
        }
        try {
            return type == int.class || type == long.class
                    ? Long.valueOf(text)
                    : type == Double.class ? Double.valueOf(text) : text;
        } catch (NumberFormatException _) {
            throw InputChecks.bad(column.getName() + " must be a number");
        }
    }

    private Rows readJson(CatalogKind kind, String text) {
        try {
            return readObjects(kind, json.readValue(text, List.class));
        } catch (JacksonException e) {
            throw InputChecks.bad("not a JSON array of objects: "
                    + InputChecks.text("message", e.getOriginalMessage().replaceAll("\\p{Cntrl}", " "), 500));
        }
    }

    private Rows readObjects(CatalogKind kind, List<?> elements) {
        InputChecks.atMost("rows", elements.size(), MOST_ROWS);
        Rows rows = new Rows(new ArrayList<>(), new ArrayList<>());
        for (int i = 0; i < elements.size(); i++) {
            try {
                Map<String, @Nullable Object> values = new LinkedHashMap<>();
                if (!(elements.get(i) instanceof Map<?, ?> object)) {
                    throw InputChecks.bad("expected an object");
                }
                object.forEach((name, value) -> values.put(String.valueOf(name), value));
                rows.good().add(new Row(i + 1, entry(kind, 0, 0, values)));
            } catch (ServiceException e) {
                rows.errors().add(new RowError(i + 1, String.valueOf(e.getMessage())));
            }
        }
        return rows;
    }

    private CatalogEntry entry(CatalogKind kind, long id, long version, Map<String, @Nullable Object> values) {
        values.put("id", id);
        values.put("version", version);
        try {
            return (CatalogEntry) contract.fitted(kind.entryType(), values);
        } catch (RefusedException e) {
            throw InputChecks.bad(String.valueOf(e.getMessage()).replaceFirst("^\\.", ""));
        }
    }

    String write(CatalogKind kind, CatalogFormat format, List<CatalogEntry> entries) {
        return format == CatalogFormat.CSV ? writeCsv(kind, entries) : writeJson(kind, entries);
    }

    private String writeCsv(CatalogKind kind, List<CatalogEntry> entries) {
        StringWriter text = new StringWriter();
        try (CSVPrinter printer = new CSVPrinter(text, CSVFormat.RFC4180)) {
            printer.printRecord(columns(kind).stream().map(RecordComponent::getName));
            for (CatalogEntry entry : entries) {
                printer.printRecord(columns(kind).stream().map(column -> cell(value(column, entry))));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private static String cell(@Nullable Object value) {
        String text = text(value);
        boolean formula = value instanceof String && !text.isEmpty() && FORMULA_STARTS.indexOf(text.charAt(0)) >= 0;
        return formula ? "'" + text : text;
    }

    private String writeJson(CatalogKind kind, List<CatalogEntry> entries) {
        return json.writerWithDefaultPrettyPrinter()
                .writeValueAsString(
                        entries.stream().map(entry -> values(kind, entry)).toList());
    }

    static Map<String, @Nullable Object> values(CatalogKind kind, CatalogEntry entry) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        columns(kind).forEach(column -> values.put(column.getName(), value(column, entry)));
        return values;
    }

    /** Entries of several kinds as one JSON array, each with its kind. */
    String bundle(List<CatalogEntry> entries) {
        return json.writeValueAsString(entries.stream()
                .map(entry -> Map.of("kind", entry.kind().name(), "entry", values(entry.kind(), entry)))
                .toList());
    }

    /** What {@link #bundle} wrote. */
    List<CatalogEntry> unbundle(String text) {
        List<CatalogEntry> entries = new ArrayList<>();
        for (Object element : json.readValue(text, List.class)) {
            if (element instanceof Map<?, ?> object && object.get("entry") instanceof Map<?, ?> entry) {
                CatalogKind kind = CatalogKind.valueOf(String.valueOf(object.get("kind")));
                entries.addAll(readObjects(kind, List.of(entry)).good().stream()
                        .map(Row::entry)
                        .toList());
            }
        }
        return entries;
    }

    /**
     * An entry out of the fields of a form, by the rules of a row of CSV.
     *
     * @throws ServiceException {@code BAD_REQUEST} if a field is not what it should be
     */
    CatalogEntry entryOf(CatalogKind kind, long id, long version, Map<String, String> cells) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        columns(kind)
                .forEach(column -> values.put(
                        column.getName(),
                        cell(column, cells.getOrDefault(column.getName(), "").strip())));
        return entry(kind, id, version, values);
    }

    /** The fields of a form that shows this entry. */
    Map<String, String> cells(CatalogEntry entry) {
        Map<String, String> cells = new LinkedHashMap<>();
        columns(entry.kind()).forEach(column -> cells.put(column.getName(), text(value(column, entry))));
        return cells;
    }

    private static String text(@Nullable Object value) {
        return switch (value) {
            case null -> "";
            case List<?> list ->
                String.join(" ", list.stream().map(String::valueOf).toList());
            default -> value.toString();
        };
    }

    private static @Nullable Object value(RecordComponent column, CatalogEntry entry) {
        try {
            return column.getAccessor().invoke(entry);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("records of the contract are public", e);
        }
    }
}
