package org.waybill.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import org.waybill.client.doctor.DoctorCode;
import org.waybill.client.workflow.explanation.ReasonCode;

/** What the codes mean: the advisor's own, the doctor's, and from {@code explanations.properties} exits, notices and causes. */
public final class Explanations {
    private static final Map<String, String> TEXTS = load();

    private Explanations() {}

    /** Every code with its text, in alphabetical order. */
    public static Map<String, String> all() {
        return TEXTS;
    }

    /** The text of a code, if there is such a code. */
    public static Optional<String> of(String code) {
        return Optional.ofNullable(TEXTS.get(code));
    }

    private static Map<String, String> load() {
        Properties properties = new Properties();
        try (InputStream in = Explanations.class.getResourceAsStream("explanations.properties")) {
            if (in == null) {
                throw new IllegalStateException("explanations.properties is not in the jar");
            }
            properties.load(new InputStreamReader(in, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Map<String, String> texts = new TreeMap<>();
        for (ReasonCode code : ReasonCode.values()) {
            texts.put(code.name(), code.title() + ". " + code.explanation());
        }
        for (DoctorCode code : DoctorCode.values()) {
            texts.put(
                    code.name(),
                    code.title()
                            + ". 'waybill doctor' shows the evidence, the fix and the predicted gain; see docs/codes/"
                            + code.name() + ".md.");
        }
        properties.stringPropertyNames().forEach(name -> texts.put(name, properties.getProperty(name)));
        return texts;
    }
}
