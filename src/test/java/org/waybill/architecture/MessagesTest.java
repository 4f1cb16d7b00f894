package org.waybill.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each message that docs/troubleshooting.md explains is one that some class, or the launcher, says. */
class MessagesTest {
    private static final Path ROOT = Path.of(System.getProperty("waybill.root", "../.."))
            .toAbsolutePath()
            .normalize();
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([^`]+)` \\| (\\d+) \\|");
    /** Two literals that are one text, over line ends. */
    private static final Pattern JOINT = Pattern.compile("\"\\s*\\+\\s*\"|\" \\\\\n\\s*\"");

    private static final List<String> MODULES = List.of(
            "platform", "protocols", "advisor-api", "planner", "advisor-service", "transfer-engine", "advisor-client");

    private static Map<Path, String> texts() throws IOException {
        Map<Path, String> texts = new TreeMap<>();
        for (String module : MODULES) {
            try (Stream<Path> all = Files.walk(ROOT.resolve(module))) {
                for (Path file : all.filter(one -> one.toString().matches(".*/src/main/java/.*\\.java"))
                        .toList()) {
                    texts.put(file, joined(file));
                }
            }
        }
        texts.put(ROOT.resolve("waybill"), joined(ROOT.resolve("waybill")));
        return texts;
    }

    private static String joined(Path file) throws IOException {
        return JOINT.matcher(Files.readString(file)).replaceAll("");
    }

    @Test
    void everyMessageThatTheGuideExplainsIsSaid() throws IOException {
        Map<Path, String> texts = texts();
        List<String> unsaid = new ArrayList<>();
        Matcher row = ROW.matcher(Files.readString(ROOT.resolve("docs/troubleshooting.md")));
        int messages = 0;
        while (row.find()) {
            messages++;
            List<String> parts = Arrays.stream(row.group(1).split("\\.\\.\\."))
                    .map(String::strip)
                    .filter(part -> part.length() > 2)
                    .toList();
            if (texts.values().stream().noneMatch(text -> parts.stream().allMatch(text::contains))) {
                unsaid.add(row.group(1));
            }
        }
        assertThat(unsaid).isEmpty();
        assertThat(messages).isGreaterThan(40);
    }
}
