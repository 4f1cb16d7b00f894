package org.waybill.cli.mcp;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.Json;
import org.waybill.engine.TransferException;
import org.waybill.platform.VisibleText;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a tool answers. All text of others (names of files, words of servers) is in the values of {@code document}, with
 * control characters and characters that turn the writing direction as visible escapes, and of bounded length; {@code text}
 * has only Waybill's own words and what the assistant itself has named.
 *
 * @param status whether it did what was asked
 * @param reason why not: a code that {@code waybill explain} knows, or one of {@link Submission.Refusal}; null if it did
 * @param text what to do next, in a line; empty if there is nothing to say
 * @param document the command's, as in {@code schemas}; null if no command ran
 */
record Reply(
        Status status,
        @Nullable String reason,
        String text,
        @Nullable JsonNode document) {
    private static final int LONGEST_TEXT = 500;
    private static final int LONGEST_LIST = 200;
    /** Of a document: about 16,000 words. */
    private static final int MOST_CHARACTERS = 64 << 10;

    private static final int DEEPEST = 20;

    /** How a call ended. */
    enum Status {
        OK,
        /** Of a command. */
        FAILED,
        /** By the server, and nothing was done. */
        REFUSED
    }

    static Reply ok(String text, @Nullable JsonNode document) {
        return new Reply(Status.OK, null, text, document);
    }

    static Reply refused(String reason, String text) {
        return new Reply(Status.REFUSED, reason, text, null);
    }

    /** The failure of a part of this server; its text may have words of others. */
    static Reply failed(TransferException failure) {
        ObjectNode document = JsonMapper.shared()
                .createObjectNode()
                .put("status", failure.reason().name())
                .put("message", String.valueOf(failure.getMessage()));
        return new Reply(Status.FAILED, failure.reason().name(), "", document);
    }

    /** What a command answered. */
    static Reply of(CommandRun.Answer answer) {
        String reason = answer.document().path("status").asString("");
        return answer.exitCode() == 0
                ? ok("", answer.document())
                : new Reply(
                        Status.FAILED, reason.isEmpty() ? "EXIT_" + answer.exitCode() : reason, "", answer.document());
    }

    boolean isError() {
        return status != Status.OK;
    }

    /** As it is sent, with the number of values that were left out for their size. */
    ObjectNode bounded() {
        AtomicInteger leftOut = new AtomicInteger();
        ObjectNode sent = JsonMapper.shared().createObjectNode();
        sent.put("status", status.name());
        if (reason != null) {
            sent.put("reason", VisibleText.of(reason, LONGEST_TEXT));
        }
        sent.put("text", VisibleText.of(text, LONGEST_TEXT));
        if (document != null) {
            sent.set("document", new Bounds(leftOut).of(document, 0));
        }
        sent.put("leftOut", leftOut.get());
        return sent;
    }

    /** In one line. */
    static String line(ObjectNode sent) {
        return Json.line(sent);
    }

    /** Counts what a document may still have. */
    private static final class Bounds {
        private final AtomicInteger leftOut;
        private int left = MOST_CHARACTERS;

        Bounds(AtomicInteger leftOut) {
            this.leftOut = leftOut;
        }

        JsonNode of(JsonNode node, int depth) {
            if (depth > DEEPEST) {
                return omitted();
            }
            return switch (node) {
                case ObjectNode object -> object(object, depth);
                case ArrayNode list -> list(list, depth);
                default -> node.isString() ? string(node.asString()) : node;
            };
        }

        private JsonNode object(ObjectNode object, int depth) {
            ObjectNode copy = JsonMapper.shared().createObjectNode();
            object.properties().forEach(one -> {
                String name = visible(one.getKey());
                left -= name.length();
                copy.set(name, of(one.getValue(), depth + 1));
            });
            return copy;
        }

        private JsonNode list(ArrayNode list, int depth) {
            ArrayNode copy = JsonMapper.shared().createArrayNode();
            for (JsonNode one : list) {
                if (copy.size() == LONGEST_LIST || left <= 0) {
                    leftOut.addAndGet(list.size() - copy.size());
                    break;
                }
                copy.add(of(one, depth + 1));
            }
            return copy;
        }

        private JsonNode string(String text) {
            String shown = left <= 0 ? "" : visible(text);
            if (left <= 0 && !text.isEmpty() || text.codePointCount(0, text.length()) > LONGEST_TEXT) {
                leftOut.incrementAndGet();
            }
            left -= shown.length();
            return JsonMapper.shared().getNodeFactory().stringNode(shown);
        }

        private JsonNode omitted() {
            leftOut.incrementAndGet();
            return JsonMapper.shared().getNodeFactory().nullNode();
        }

        private static String visible(String text) {
            return VisibleText.of(text, LONGEST_TEXT);
        }
    }
}
