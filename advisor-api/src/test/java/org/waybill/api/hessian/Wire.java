package org.waybill.api.hessian;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Writes Hessian 2 byte by byte, so that tests can write what no writer would. */
final class Wire {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    static Wire call(String operation, int arguments) {
        return new Wire().raw('H', 2, 0, 'C').text(operation).integer(arguments);
    }

    Wire raw(int... values) {
        for (int value : values) {
            bytes.write(value);
        }
        return this;
    }

    Wire text(String text) {
        raw('S', text.length() >> 8, text.length());
        bytes.writeBytes(text.getBytes(StandardCharsets.UTF_8));
        return this;
    }

    Wire integer(int value) {
        return raw('I', value >> 24, value >> 16, value >> 8, value);
    }

    Wire define(String className, String... fields) {
        raw('C').text(className).integer(fields.length);
        for (String field : fields) {
            text(field);
        }
        return this;
    }

    byte[] bytes() {
        return bytes.toByteArray();
    }
}
