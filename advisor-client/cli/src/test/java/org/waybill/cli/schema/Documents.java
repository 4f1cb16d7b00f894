package org.waybill.cli.schema;

import static org.waybill.cli.schema.SchemaWriter.known;
import static org.waybill.cli.schema.SchemaWriter.list;
import static org.waybill.cli.schema.SchemaWriter.nullable;
import static org.waybill.cli.schema.SchemaWriter.object;
import static org.waybill.cli.schema.SchemaWriter.simple;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferListener;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What each command prints with {@code --json}: its record, or what it puts together from several. */
final class Documents {
    private static final String DIALECT = "https://json-schema.org/draft/2020-12/schema";

    private final Javadocs javadocs = new Javadocs(Schemas.ROOT);
    private final Map<String, ObjectNode> all = new TreeMap<>();

    private Documents() {}

    /** The schemas by their names: a command's words with hyphens between them, {@code error} and {@code event}. */
    static Map<String, ObjectNode> all() {
        Documents documents = new Documents();
        documents.failures();
        documents.transfers();
        documents.files();
        documents.advice();
        documents.probes();
        documents.nodes();
        documents.histories();
        documents.plans();
        documents.circuitsAndStorage();
        documents.tasks();
        documents.assistants();
        documents.others();
        return documents.all;
    }

    private void failures() {
        put("error", "Failure of a command that has no document of its own", types -> failure());
    }

    private static ObjectNode failure() {
        return object(fields(
                "status", described(known(reasons()), "the reason, see 'waybill explain'"),
                "exitCode", described(simple("integer"), "of the process"),
                "message", described(simple("string"), "one line: what is wrong and what would be right")));
    }

    private void transfers() {
        put("copy", "A finished, failed or (dryRun) planned copy; also the file of --report", this::copy);
        put("check", "What differs between a source and its copy", "CheckDocument", status());
        put("sync", "What a sync copied and deleted, or (dryRun) would", "SyncDocument", plannedOr(reasons()));
        put("event", "A line of copy --events; readers skip an event that they do not know", this::events);
        put(
                "distribute",
                "Result of distributing one source to several nodes",
                types -> object(fields(
                        "status",
                        known(List.of("OK", "INCOMPLETE", "LEFT_OUT")),
                        "seconds",
                        simple("number"),
                        "expectedSeconds",
                        described(nullable(simple("number")), "by the rates of the links; null if unknown"),
                        "sinks",
                        list(object(fields(
                                "destination",
                                simple("string"),
                                "status",
                                status(),
                                "from",
                                described(simple("string"), "which node passed it on; empty: the source"),
                                "bytes",
                                simple("integer"),
                                "seconds",
                                simple("number"),
                                "sha256",
                                nullable(simple("string")),
                                "attempts",
                                simple("integer"),
                                "cause",
                                described(nullable(simple("string")), "why it failed"),
                                "notTransferred",
                                list(types.of(named("NotTransferred")))))),
                        "notKept",
                        described(
                                list(simple("string")),
                                "what else keeps a copy from being whole, as a node that does not report what it left"
                                        + " out; one line each"))));
        put(
                "demo",
                "Advice and result of the demo",
                types -> object(fields("advice", types.of(named("Advice")), "move", copy(types))));
    }

    private void files() {
        put("ls", "What directories hold", "LsCommand$Listing", status());
        put("du", "How much directories hold", "DuCommand$Sizes", status());
        put("hash", "Checksums of files", "HashCommand$Hashes", status());
        put("mkdir", "The directories that are there now", "MkdirCommand$Made", status());
        put("rename", "The new name", "RenameCommand$Renamed", status());
        put("rm", "What was removed, or (dryRun) would be", "RmCommand$Removed", plannedOr(reasons()));
        put("cat", "cat prints what is in files; with --json it says that, and fails", types -> failure());
    }

    private ObjectNode copy(SchemaWriter types) {
        return inline(types, "MoveDocument", plannedOr(reasons()));
    }

    private ObjectNode inline(SchemaWriter types, String record, ObjectNode status) {
        ObjectNode document = types.inline(named(record));
        ((ObjectNode) document.get("properties")).set("status", status);
        return document;
    }

    private ObjectNode events(SchemaWriter types) {
        ObjectNode time = simple("string").put("format", "date-time");
        ObjectNode event = JsonMapper.shared().createObjectNode();
        ArrayNode kinds = event.putArray("oneOf");
        kinds.add(object(fields(
                "event",
                constant("progress"),
                "at",
                time,
                "phase",
                known(Arrays.stream(TransferListener.Phase.values())
                        .map(phase -> phase.name().toLowerCase(Locale.ROOT))
                        .toList()),
                "bytesDone",
                simple("integer"),
                "totalBytes",
                described(nullable(simple("integer")), "null while it is not known"),
                "filesDone",
                simple("integer"),
                "totalFiles",
                nullable(simple("integer")),
                "name",
                described(simple("string"), "the file that is being copied"))));
        kinds.add(object(fields(
                "event",
                constant("notice"),
                "at",
                time.deepCopy(),
                "code",
                described(simple("string"), "stable; 'waybill explain' knows some"),
                "text",
                simple("string"))));
        kinds.add(object(fields(
                "event",
                constant("end"),
                "at",
                time.deepCopy(),
                "result",
                described(copy(types), "the document of --json"))));
        ObjectNode later = object(fields("event", simple("string"), "at", time.deepCopy()));
        later.putObject("not")
                .putObject("properties")
                .putObject("event")
                .putArray("enum")
                .add("progress")
                .add("notice")
                .add("end");
        kinds.add(described(later, Schemas.OF_LATER));
        return event;
    }

    private void advice() {
        put("advise", "Ranked options with forecasts, and findings", "Advice");
        put("replay", "Earlier advices, judged again", "ReplayDocument", status());
        put(
                "kept-advice",
                "An advice with all its inputs and its outcomes; a file of the home's directory advices",
                types -> object(fields(
                        "format",
                        described(simple("integer"), "an older Waybill cannot judge the facts of a higher one"),
                        "facts",
                        types.of(named("AdviceFacts")),
                        "advice",
                        described(types.of(named("Advice")), "as it was given"),
                        "outcomes",
                        list(types.of(named("AdviceOutcome"))))));
        put(
                "script",
                "Transfer option as a shell script",
                types -> object(fields(
                        "workflow",
                        types.of(named("Workflow")),
                        "file",
                        nullable(simple("string")),
                        "script",
                        simple("string"))));
        put(
                "explain",
                "Meaning of one code, or of several by name",
                types -> either(object(fields("code", simple("string"), "text", simple("string"))), words()));
        put("find", "Files of a dataset and their replicas", "FoundData");
    }

    private void probes() {
        put("probe-host", "Memory, disk, load and TCP settings of a machine", "HostFacts");
        put(
                "probe-path",
                "Path to a host; with --back in both directions",
                types -> either(types.of(named("PathDocument")), types.of(named("PathDocument$BothWays"))));
        put("probe-bandwidth", "Bandwidth of a path", "BandwidthDocument");
        put(
                "probe-protocols",
                "Transfer protocols of a host",
                types -> object(fields("protocols", list(types.of(named("ProtocolFacts"))))));
        put("doctor", "Problems of a machine, or of two and the path between them", this::doctor);
    }

    private ObjectNode doctor(SchemaWriter types) {
        Map<String, ObjectNode> always = new LinkedHashMap<>();
        properties(types.inline(named("RemoteHostUnderTest")))
                .forEach((name, one) -> always.put(name.equals("facts") ? "host" : name, one));
        always.put("findings", list(types.of(named("Finding"))));
        always.put("notes", list(types.of(named("Finding"))));
        ObjectNode document = object(always);
        // with a target only, and so not among what is required
        Map<String, ObjectNode> between = properties(types.inline(named("DoctorFacts")));
        between.remove("here");
        between.computeIfPresent("far", (_, one) -> nullable(one));
        // where the target could not be examined
        between.putAll(properties(failure()));
        ((ObjectNode) document.get("properties")).setAll(between);
        return document;
    }

    private static Map<String, ObjectNode> properties(ObjectNode schema) {
        Map<String, ObjectNode> properties = new LinkedHashMap<>();
        schema.get("properties").forEachEntry((name, one) -> properties.put(name, (ObjectNode) one));
        return properties;
    }

    private void nodes() {
        put(
                "node",
                "Printed when the node has started",
                types -> object(fields(
                        "host",
                        simple("string"),
                        "port",
                        simple("integer"),
                        "dataDirectory",
                        simple("string"),
                        "fingerprint",
                        simple("string"),
                        "pairingToken",
                        simple("string"),
                        "pairingTokenSeconds",
                        simple("integer"))));
        put(
                "gateway",
                "Printed when the gateway has started",
                types -> object(fields(
                        "host",
                        simple("string"),
                        "port",
                        simple("integer"),
                        "allowed",
                        list(simple("string")),
                        "dataDir",
                        nullable(simple("string")),
                        "writable",
                        simple("boolean"),
                        "gridSecurity",
                        simple("boolean"))));
        put(
                "pair",
                "Node and permissions of a new pairing",
                types -> object(fields(
                        "status",
                        known(List.of("OK")),
                        "host",
                        simple("string"),
                        "port",
                        simple("integer"),
                        "fingerprint",
                        simple("string"),
                        "grant",
                        nullable(grant()))));
        put(
                "node-peers-list",
                "Paired clients of this node, and nodes that this home is paired with",
                types -> object(fields(
                        "clients",
                                list(object(fields(
                                        "name",
                                        simple("string"),
                                        "fingerprint",
                                        simple("string"),
                                        "address",
                                        simple("string"),
                                        "since",
                                        simple("string"),
                                        "lastSeen",
                                        nullable(simple("string")),
                                        "grant",
                                        grant(),
                                        "usedBytes",
                                        nullable(simple("integer"))))),
                        "nodes", list(object(fields("address", simple("string"), "fingerprint", simple("string")))))));
        put(
                "node-peers-token",
                "A new pairing token",
                types -> object(fields(
                        "pairingToken", simple("string"), "pairingTokenSeconds", simple("integer"), "grant", grant())));
        put("node-peers-remove", "Removed peer", types -> object(fields("removed", simple("string"))));
    }

    private static ObjectNode grant() {
        return object(fields(
                "rights", list(simple("string")), "path", simple("string"), "quotaBytes", nullable(simple("integer"))));
    }

    private void histories() {
        put("history-show", "Transfers and measurements of a pair of hosts", "PairHistory");
        put("history-accuracy", "Accuracy of forecasts", "HistoryAccuracyCommand$AccuracyDocument");
        put("history-import", "Number of records read", "HistoryImportCommand$Imported");
        put(
                "history-accounts",
                "Accounts and their numbers of records",
                types -> list(types.of(named("HistoryAccount"))));
        put(
                "history-delete",
                "Number of deleted records",
                types -> object(fields("account", simple("string"), "records", simple("integer"))));
    }

    private void plans() {
        put("plan-forecast", "Forecast of the next value of a series", "ForecastPlan");
        put("plan-queue", "Loss, waiting time and threads of a queue", "QueuePlan");
        put("plan-reservation", "Earliest and shortest circuit", "ReservationPlan");
        put("plan-split", "Direct and relayed path", "SplitPlan");
        put("plan-tree", "Distribution tree", "TreePlan");
        put("plan-widest-path", "Widest, alternative and disjoint paths", "WidestPathPlan");
    }

    private void circuitsAndStorage() {
        for (String one : List.of("hold", "commit", "release")) {
            put("reserve-" + one, "Reservation", "CircuitReservation");
        }
        put(
                "reserve-list",
                "Reservations",
                types -> object(fields("reservations", list(types.of(named("CircuitReservation"))))));
        put("reserve-quote", "Quotes of provisioning systems", "CircuitQuotes");
        put(
                "reserve-attach",
                "Attachments of hosts and sites",
                types -> object(fields("attachments", list(types.of(named("Attachment"))))));
        put("reserve-topology", "Number of nodes and links read", "TopologyReport");
        put("storage-look", "Files and protocols of a storage system", "StorageFacts");
        put("storage-get", "Transfer URL of a staged file", "StorageRequest");
        put("storage-put", "Transfer URL to write a file to", "StorageRequest");
        put("storage-done", "Finished request", "StorageRequests$Ended");
        put("storage-release", "Finished request", "StorageRequests$Ended");
        put(
                "storage-clean",
                "Unfinished uploads in a bucket, and what became of them",
                "StorageCleanCommand$Cleaned",
                plannedOr(reasons()));
    }

    private void tasks() {
        for (String one : List.of("show", "wait", "pause", "resume", "limit", "cancel", "retry")) {
            put("task-" + one, "A task in the background; also what --background prints", "TaskDocument");
        }
        put("task-list", "The tasks of this home", "TaskListCommand$Tasks");
        put("task-why", "Why a task waits or has failed, and when it goes on", "TaskWhyCommand$Why");
        put(
                "task-log",
                "What a task's command printed",
                types -> object(fields("id", simple("string"), "lines", list(simple("string")))));
        put(
                "agent",
                "Printed when the agent has ended",
                types -> object(fields("ran", described(simple("boolean"), "false: another agent of this home runs"))));
        put(
                "worker",
                "Printed when the worker takes tasks",
                types -> object(fields("name", simple("string"), "service", simple("string"))));
    }

    private void assistants() {
        put(
                "mcp",
                "Printed when the server of tools for assistants has started by HTTP",
                types -> object(fields("url", simple("string"), "tokenFile", simple("string"))));
        put("mcp-plans", "What assistants have planned", "McpPlansCommand$Listing");
        put("mcp-approve", "mcp approve asks at a terminal; with --json it says that, and fails", types -> failure());
    }

    private void others() {
        put("account-add", "Stored login", types -> object(fields("added", simple("string"))));
        put("account-remove", "Removed login", types -> object(fields("removed", simple("string"))));
        put(
                "account-list",
                "The logins, without the secrets",
                types -> object(fields("accounts", list(types.of(named("Account"))))));
        put("remote-add", "Remote and its URL", types -> remote());
        put("remote-list", "Remotes", types -> object(fields("remotes", list(remote()))));
        put("remote-remove", "Removed remote", types -> object(fields("name", simple("string"))));
        put(
                "trust",
                "Trust in a server, and its fingerprint",
                types -> object(fields(
                        "status",
                                described(known(List.of("OK", "UNKNOWN")), "OK: it is trusted, or was before --remove"),
                        "server", described(nullable(simple("string")), "as it is kept; null if nothing new was shown"),
                        "fingerprint", described(nullable(simple("string")), "SHA256: and base 64"))));
        put(
                "service",
                "Printed when the service has started",
                types -> object(fields("url", simple("string"), "home", simple("string"))));
        put("service-import", "Number of added and changed entries", "ImportReport");
        put(
                "service-account-list",
                "The accounts of a service",
                types -> object(fields("accounts", list(types.of(named("ServiceAccount"))))));
        put(
                "service-account-add",
                "Added account of a service; what is in a file, or not made, is null here",
                types -> object(fields(
                        "name",
                        simple("string"),
                        "role",
                        simple("string"),
                        "added",
                        simple("boolean"),
                        "password",
                        nullable(simple("string")),
                        "tokenFile",
                        nullable(simple("string")))));
        put(
                "service-account-token",
                "New token of an account of a service; the token is null here if it is in a file",
                types -> object(fields(
                        "name",
                        simple("string"),
                        "days",
                        simple("integer"),
                        "token",
                        nullable(simple("string")),
                        "tokenFile",
                        nullable(simple("string")))));
        for (String one : List.of("submit", "show", "wait", "cancel")) {
            put("service-task-" + one, "A task of a service as it is now", "ServiceTask");
        }
        put("service-task-list", "The newest tasks of a service", "ServiceTaskListCommand$Listed");
        put(
                "service-account-remove",
                "Removed account of a service",
                types -> object(fields("removed", simple("string"))));
        put(
                "completion",
                "Completion script for a shell",
                types -> object(fields("shell", simple("string"), "script", simple("string"))));
        put(
                "help",
                "Help of a command, or the manual pages written",
                types -> either(
                        object(fields("command", simple("string"), "text", simple("string"))),
                        object(fields("files", list(simple("string"))))));
    }

    private void put(String name, String title, String record) {
        put(name, title, types -> types.inline(named(record)));
    }

    private void put(String name, String title, String record, ObjectNode status) {
        put(name, title, types -> inline(types, record, status));
    }

    private void put(String name, String title, Function<SchemaWriter, ObjectNode> body) {
        SchemaWriter types = new SchemaWriter(javadocs);
        ObjectNode schema = JsonMapper.shared()
                .createObjectNode()
                .put("$schema", DIALECT)
                .put("$id", "urn:waybill:schema:" + name + ":1")
                .put("title", title);
        schema.setAll(body.apply(types));
        if (!types.definitions().isEmpty()) {
            schema.set("$defs", types.definitions());
        }
        all.put(name, schema);
    }

    private Class<?> named(String name) {
        return javadocs.named(name);
    }

    private static ObjectNode plannedOr(List<String> reasons) {
        List<String> words = new ArrayList<>(List.of("OK", "PLANNED"));
        words.addAll(reasons);
        return described(known(words), "OK; PLANNED of a dry run; or why not: see 'waybill explain'");
    }

    private static ObjectNode status() {
        List<String> words = new ArrayList<>(List.of("OK"));
        words.addAll(reasons());
        return described(known(words), "OK, or why not: see 'waybill explain'");
    }

    private static List<String> reasons() {
        return Arrays.stream(Reason.values()).map(Reason::name).toList();
    }

    private static ObjectNode words() {
        return simple("object").set("additionalProperties", simple("string"));
    }

    private static ObjectNode remote() {
        return object(fields("name", simple("string"), "url", simple("string")));
    }

    private static ObjectNode constant(String word) {
        return JsonMapper.shared().createObjectNode().put("const", word);
    }

    private static ObjectNode either(ObjectNode... shapes) {
        ObjectNode schema = JsonMapper.shared().createObjectNode();
        ArrayNode all = schema.putArray("anyOf");
        Arrays.asList(shapes).forEach(all::add);
        return schema;
    }

    private static ObjectNode described(ObjectNode schema, String text) {
        return schema.put("description", text);
    }

    private static Map<String, ObjectNode> fields(Object... namesAndSchemas) {
        Map<String, ObjectNode> fields = new LinkedHashMap<>();
        for (int i = 0; i < namesAndSchemas.length; i += 2) {
            fields.put((String) namesAndSchemas[i], (ObjectNode) namesAndSchemas[i + 1]);
        }
        return fields;
    }
}
