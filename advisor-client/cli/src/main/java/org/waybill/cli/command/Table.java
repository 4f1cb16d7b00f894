package org.waybill.cli.command;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** Columns of text, each as wide as its widest cell. */
public final class Table {
    private static final String GAP = "  ";

    private final List<String[]> rows = new ArrayList<>();
    private final int[] widths;

    public Table(String... header) {
        this.widths = new int[header.length];
        row(header);
    }

    public void row(String... cells) {
        if (cells.length != widths.length) {
            throw new IllegalArgumentException("a row needs " + widths.length + " cells, not " + cells.length);
        }
        String[] safe = new String[cells.length];
        for (int i = 0; i < cells.length; i++) {
            safe[i] = PrintableText.of(cells[i]);
            widths[i] = Math.max(widths[i], safe[i].length());
        }
        rows.add(safe);
    }

    public void print(PrintStream out, Terminal.Style style) {
        for (int r = 0; r < rows.size(); r++) {
            StringBuilder line = new StringBuilder();
            String[] cells = rows.get(r);
            for (int i = 0; i < cells.length; i++) {
                line.append(cells[i])
                        .append(" ".repeat(widths[i] - cells[i].length()))
                        .append(GAP);
            }
            String text = line.toString().stripTrailing();
            out.println(r == 0 ? style.bold(text) : text);
        }
    }
}
