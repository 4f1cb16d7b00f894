package org.waybill.api.hessian;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What the checks of both grammars share: a cursor over the body that never leaves it, the limits, the allowed names,
 * and which lists, maps and objects are open. Nothing is built or looked up but names of up to 200 characters.
 */
abstract class GrammarCheck {
    private static final Set<String> LIST_TYPES =
            Set.of("", "java.util.ArrayList", "java.util.List", "[object", "[string", "[int", "[long", "[double");
    private static final Set<String> MAP_TYPES =
            Set.of("", "java.util.HashMap", "java.util.Map", "java.util.LinkedHashMap");
    private static final int LONGEST_NAME = 200;

    protected final byte[] body;
    protected final HessianLimits limits;
    protected int at;
    private final Set<String> typeNames;
    private final List<Boolean> openObjects = new ArrayList<>();
    private int depth;

    GrammarCheck(byte[] body, HessianLimits limits, Set<String> typeNames) {
        this.body = body;
        this.limits = limits;
        this.typeNames = typeNames;
    }

    /** The check that fits the first byte of a call. */
    static GrammarCheck ofCall(byte[] body, HessianLimits limits, Set<String> typeNames) {
        return body.length > 0 && body[0] == 'c'
                ? new Hessian1Scanner(body, limits, typeNames)
                : new BodyScanner(body, limits, typeNames);
    }

    /** The operation that the call names; needs the first bytes of the body only. */
    abstract String operation() throws RefusedException;

    /** Checks a whole call to an operation with this many parameters. */
    abstract void checkCall(int parameters) throws RefusedException;

    static boolean isListType(String name) {
        return LIST_TYPES.contains(name);
    }

    static boolean isMapType(String name) {
        return MAP_TYPES.contains(name);
    }

    protected final int open() throws RefusedException {
        if (++depth > limits.depth()) {
            throw RefusedException.body("nested deeper than " + limits.depth());
        }
        openObjects.add(true);
        return openObjects.size() - 1;
    }

    protected final void close(int self) {
        depth--;
        openObjects.set(self, false);
    }

    protected final void checkReference(int target) throws RefusedException {
        if (target < 0 || target >= openObjects.size() || openObjects.get(target)) {
            throw RefusedException.body("a reference to nothing or to itself");
        }
    }

    protected final void checkListType(String name) throws RefusedException {
        if (!isListType(name)) {
            throw refusedType(name);
        }
    }

    protected final void checkMapType(String name) throws RefusedException {
        if (!isMapType(name)) {
            checkObjectType(name);
        }
    }

    protected final void checkObjectType(String name) throws RefusedException {
        if (!typeNames.contains(name)) {
            throw refusedType(name);
        }
    }

    private static RefusedException refusedType(String name) {
        boolean printable = name.chars().allMatch(c -> c > 0x20 && c < 0x7f);
        return RefusedException.body("type refused: " + (printable ? name : "(not printable)"));
    }

    protected final void checkElements(int count) throws RefusedException {
        if (count < 0 || count > limits.listLength() || count > body.length - at) {
            throw RefusedException.body("a list of " + count + " elements");
        }
    }

    protected final void checkGrowth(String what, int count, int most) throws RefusedException {
        if (count > most) {
            throw RefusedException.body("a " + what + " of more than " + most);
        }
    }

    /** ASCII, for names of operations, types and fields. */
    protected final String name(int length) throws RefusedException {
        if (length > LONGEST_NAME) {
            throw RefusedException.body("a name of " + length + " characters");
        }
        int start = at;
        for (int i = 0; i < length; i++) {
            if (next() >= 0x80) {
                throw RefusedException.body("a name that is not ASCII");
            }
        }
        return new String(body, start, length, StandardCharsets.US_ASCII);
    }

    /** Refuses a member that is named twice: one reader would take the first value and another the last. */
    protected static void checkOnce(Set<String> known, String name) throws RefusedException {
        if (!known.add(name)) {
            throw RefusedException.body("the member " + name.replaceAll("[^\\x20-\\x7e]", "?") + " twice");
        }
    }

    /** UTF-16 units, each in one to three bytes. */
    protected final void characters(int count) throws RefusedException {
        for (int i = 0; i < count; i++) {
            int lead = next();
            int more = lead < 0x80 ? 0 : (lead & 0xe0) == 0xc0 ? 1 : (lead & 0xf0) == 0xe0 ? 2 : -1;
            if (more < 0) {
                throw RefusedException.body("text that is not UTF-8");
            }
            for (int j = 0; j < more; j++) {
                if ((next() & 0xc0) != 0x80) {
                    throw RefusedException.body("text that is not UTF-8");
                }
            }
        }
    }

    protected final int next() throws RefusedException {
        if (at >= body.length) {
            throw RefusedException.body("the body ends too early");
        }
        return body[at++] & 0xff;
    }

    protected final int next16() throws RefusedException {
        return (next() << 8) + next();
    }

    protected final int next32() throws RefusedException {
        return (next16() << 16) + next16();
    }

    /** Whether the next byte is this one; if so it is passed. */
    protected final boolean skipped(int mark) throws RefusedException {
        if (at >= body.length) {
            throw RefusedException.body("the body ends too early");
        }
        boolean is = body[at] == mark;
        at += is ? 1 : 0;
        return is;
    }

    protected final void skip(int bytes) throws RefusedException {
        if (body.length - at < bytes) {
            throw RefusedException.body("the body ends too early");
        }
        at += bytes;
    }
}
