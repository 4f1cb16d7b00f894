package org.waybill.client.probe.map;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads JSON (RFC 8259) into maps, lists, strings, doubles and booleans; only for the program's own resources. */
final class Json {
    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    /** @throws IllegalArgumentException where the text is not JSON; {@code null} values are left out */
    static Object parse(String text) {
        Json json = new Json(text);
        Object value = json.value();
        json.blank();
        if (json.at < text.length()) {
            throw json.wrong();
        }
        return value;
    }

    private Object value() {
        blank();
        return switch (peek()) {
            case '{' -> object();
            case '[' -> array();
            case '"' -> string();
            case 't' -> literal("true", true);
            case 'f' -> literal("false", false);
            default -> number();
        };
    }

    private Map<String, Object> object() {
        Map<String, Object> members = new LinkedHashMap<>();
        expect('{');
        if (accept('}')) {
            return members;
        }
        do {
            blank();
            String name = string();
            expect(':');
            members.put(name, value());
        } while (accept(','));
        expect('}');
        return members;
    }

    private List<Object> array() {
        List<Object> items = new ArrayList<>();
        expect('[');
        if (accept(']')) {
            return items;
        }
        do {
            items.add(value());
        } while (accept(','));
        expect(']');
        return items;
    }

    private String string() {
        expect('"');
        int end = text.indexOf('"', at);
        if (end < 0 || text.substring(at, end).indexOf('\\') >= 0) {
            throw wrong(); // the coastline's names need no escapes
        }
        String string = text.substring(at, end);
        at = end + 1;
        return string;
    }

    private Double number() {
        int start = at;
        while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        try {
            return Double.valueOf(text.substring(start, at));
        } catch (NumberFormatException _) {
            throw wrong();
        }
    }

    private Object literal(String word, Object value) {
        if (!text.startsWith(word, at)) {
            throw wrong();
        }
        at += word.length();
        return value;
    }

    private char peek() {
        if (at >= text.length()) {
            throw wrong();
        }
        return text.charAt(at);
    }

    private boolean accept(char wanted) {
        blank();
        boolean found = at < text.length() && text.charAt(at) == wanted;
        at += found ? 1 : 0;
        return found;
    }

    private void expect(char wanted) {
        if (!accept(wanted)) {
            throw wrong();
        }
    }

    private void blank() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    private IllegalArgumentException wrong() {
        return new IllegalArgumentException("not JSON at character " + at);
    }
}
