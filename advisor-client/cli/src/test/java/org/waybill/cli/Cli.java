package org.waybill.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.waybill.api.embedded.EmbeddedService;
import org.waybill.api.embedded.ServiceSettings;
import org.waybill.cli.command.Terminal;
import org.waybill.client.WaybillHome;
import org.waybill.client.remote.SharedService;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Runs command lines in this process, in a home of their own, and keeps what they print. */
public final class Cli {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Map<String, String> environment = new HashMap<>();

    public Cli(Path directory) {
        environment.put("HOME", directory.resolve("user").toString());
        environment.put("WAYBILL_HOME", directory.resolve("waybill home").toString());
    }

    public Cli with(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    public Path home() {
        return Path.of(environment.get("WAYBILL_HOME"));
    }

    /** Runs the home's service until it is closed; the commands share it, and do not each start one of their own. */
    public SharedService service() throws InterruptedException {
        SharedService service = new SharedService(new WaybillHome(home()), EmbeddedService.load(),
                ServiceSettings.embedded(home()), PATIENCE);
        service.address(null);
        return service;
    }

    public Result run(String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Terminal terminal = new Terminal(new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8), false, false, 100, Map.copyOf(environment));
        int code = Waybill.run(terminal, arguments);
        return new Result(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8),
                Arrays.asList(arguments).toString());
    }

    /** What came of a command line. */
    public record Result(int code, String out, String err, String arguments) {
        /** Standard output, which must be one JSON document and nothing else. */
        public JsonNode json() {
            try (var parser = JsonMapper.shared().createParser(out)) {
                JsonNode document = parser.readValueAsTree();
                if (parser.nextToken() != null) {
                    throw new AssertionError("more than one document: " + out);
                }
                return document;
            }
        }
    }
}
