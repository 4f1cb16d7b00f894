package org.waybill.planner.file;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The rows of a CSV file with plain fields (no quotes): blank lines and lines that begin with {@code #} are passed
 * over, and so is a first row that names the columns. Bad fields become {@link InputProblem}s.
 * The planner reads them with the JDK alone: decision 0122.
 */
final class CsvRows {
    /** A longer line is not a row of numbers and names; it is reported, not kept. */
    private static final int LONGEST_LINE = 10_000;

    private final String file;
    private final List<InputProblem> problems = new ArrayList<>();

    /** Takes one row. */
    interface RowReader {
        void row(Row row) throws BadRow;
    }

    /** A row that is not used, and why. */
    static final class BadRow extends Exception {
        private static final long serialVersionUID = 1;

        BadRow(String message) {
            super(message, null, false, false);
        }
    }

    /** One row with its line number. */
    record Row(int line, List<String> fields) {
        /** Refuses a row with another number of columns; {@code form} describes the right one. */
        void expect(int columns, String form) throws BadRow {
            if (fields.size() != columns) {
                throw new BadRow("there are " + fields.size() + " columns; " + form);
            }
        }

        String name(int column, String what) throws BadRow {
            String name = fields.get(column);
            if (name.isEmpty()) {
                throw new BadRow("the " + what + " is empty");
            }
            return name;
        }

        /** Names with {@code >} between them. */
        List<String> names(int column, String what) throws BadRow {
            List<String> names = List.of(name(column, what).split("\\s*>\\s*", -1));
            if (names.contains("")) {
                throw new BadRow("the " + what + " '" + fields.get(column) + "' contains an empty name");
            }
            return names;
        }

        double number(int column, String what) throws BadRow {
            String text = fields.get(column);
            if (text.isEmpty()) {
                throw new BadRow("the " + what + " is empty; a number is needed");
            }
            try {
                double number = Double.parseDouble(text);
                if (Double.isFinite(number)) {
                    return number;
                }
            } catch (NumberFormatException _) {
                // said below
            }
            throw new BadRow("the " + what + " '" + text + "' is not a finite number");
        }

        double capacity(int column) throws BadRow {
            double capacity = number(column, "bitsPerSecond");
            if (capacity < 0) {
                throw new BadRow("bitsPerSecond is " + fields.get(column) + "; a capacity is 0 or more");
            }
            return capacity;
        }
    }

    CsvRows(String file) {
        this.file = file;
    }

    void problem(int line, String message) {
        problems.add(new InputProblem(file, line, message));
    }

    List<InputProblem> problems() {
        return problems;
    }

    /**
     * Hands every row to {@code reader}.
     *
     * @param firstColumns names that the first column may have in a row of column names
     */
    void read(Reader text, List<String> firstColumns, RowReader reader) throws IOException {
        BufferedReader lines = new BufferedReader(text);
        boolean first = true;
        int number = 0;
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            number++;
            String trimmed = (number == 1 && line.startsWith("\uFEFF") ? line.substring(1) : line).strip();
            if (trimmed.isEmpty() || trimmed.startsWith("#")) {
                continue;
            }
            if (trimmed.length() > LONGEST_LINE) {
                problem(number, "the line has " + trimmed.length() + " characters, more than a row can have");
                continue;
            }
            List<String> fields = new ArrayList<>();
            for (String field : trimmed.split(",", -1)) {
                fields.add(field.strip());
            }
            boolean columnNames =
                    first && firstColumns.contains(fields.getFirst().toLowerCase(Locale.ROOT));
            first = false;
            if (!columnNames) {
                try {
                    reader.row(new Row(number, fields));
                } catch (BadRow bad) {
                    problem(number, String.valueOf(bad.getMessage()));
                }
            }
        }
    }
}
