package org.waybill.geoip;

import java.util.ArrayList;
import java.util.List;

/**
 * One line of comma-separated values (RFC 4180, without line breaks inside a field). Own code, so that a damaged line
 * of millions costs itself only: decision 0122.
 */
final class Csv {
    private Csv() {}

    static List<String> fields(String line) {
        List<String> fields = new ArrayList<>();
        StringBuilder field = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (quoted && c == '"' && i + 1 < line.length() && line.charAt(i + 1) == '"') {
                field.append('"');
                i++;
            } else if (c == '"') {
                quoted = !quoted;
            } else if (c == ',' && !quoted) {
                fields.add(field.toString().strip());
                field.setLength(0);
            } else {
                field.append(c);
            }
        }
        fields.add(field.toString().strip());
        return fields;
    }

    /** Comment lines begin with {@code #}; they and blank lines carry no values. */
    static boolean isData(String line) {
        return !line.isBlank() && line.charAt(0) != '#';
    }
}
