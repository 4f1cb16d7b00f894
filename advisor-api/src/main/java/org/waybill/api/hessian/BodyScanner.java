package org.waybill.api.hessian;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Checks a body against the Hessian 2.0 grammar before the codec sees it: well-formed to the last byte, within the
 * limits, and naming no type outside the allowed names. It builds and looks up nothing, so that no class of a refused
 * body is ever loaded and no list of a claimed length ever allocated. Binary values and cycles of references are
 * refused: the contract has no use for them. See decision 0010.
 */
final class BodyScanner extends GrammarCheck {
    private final List<Integer> definedFieldCounts = new ArrayList<>();
    private final List<String> typeReferences = new ArrayList<>();

    BodyScanner(byte[] body, HessianLimits limits, Set<String> typeNames) {
        super(body, limits, typeNames);
    }

    @Override
    String operation() throws RefusedException {
        if (body.length < 4 || body[0] != 'H' || body[1] != 2 || body[2] != 0 || body[3] != 'C') {
            throw RefusedException.body("not a Hessian 2 call");
        }
        at = 4;
        return name();
    }

    @Override
    void checkCall(int parameters) throws RefusedException {
        operation();
        if (integer(next()) != parameters) {
            throw RefusedException.body("wrong number of arguments, should be " + parameters);
        }
        for (int i = 0; i < parameters; i++) {
            value();
        }
        checkEnd();
    }

    /** Checks a whole reply; true if it is a fault. */
    boolean checkReply() throws RefusedException {
        boolean start = body.length >= 5 && body[0] == 'H' && body[1] == 2 && body[2] == 0;
        if (!start || body[3] != 'R' && body[3] != 'F') {
            throw RefusedException.body("not a Hessian 2 reply");
        }
        at = 4;
        value();
        checkEnd();
        return body[3] == 'F';
    }

    private void checkEnd() throws RefusedException {
        // some writers close a call with the Z of Hessian 1
        if (at < body.length && !(at == body.length - 1 && body[at] == 'Z')) {
            throw RefusedException.body("bytes after the end");
        }
    }

    private void value() throws RefusedException {
        int tag = next();
        while (tag == 'C') {
            definition();
            tag = next();
        }
        if (tag < 0x20 || tag >= 0x30 && tag < 0x34 || tag == 'R' || tag == 'S') {
            text(tag);
        } else if (tag >= 0x38 && tag < 0x40 || tag >= 0xd0 && tag < 0xd8) {
            skip(2);
        } else if (tag >= 0x60 && tag < 0x70) {
            object(tag - 0x60);
        } else if (tag >= 0x70 && tag < 0x80) {
            list(tag < 0x78, tag & 7);
        } else if (tag >= 0x80) {
            // integers and longs of one byte are done; those of two need one more
            skip(tag >= 0xc0 && tag < 0xd0 || tag >= 0xf0 ? 1 : 0);
        } else {
            other(tag);
        }
    }

    private void other(int tag) throws RefusedException {
        switch (tag) {
            case 'N', 'T', 'F', 0x5b, 0x5c -> {}
            case 0x5d -> skip(1);
            case 0x5e -> skip(2);
            case 'I', 0x59, 0x5f, 0x4b -> skip(4);
            case 'L', 'D', 0x4a -> skip(8);
            case 'H' -> map();
            case 'M' -> {
                checkMapType(type());
                map();
            }
            case 'O' -> object(integer(next()));
            case 'Q' -> checkReference(integer(next()));
            case 0x55 -> openList(true);
            case 0x56 -> list(true, -1);
            case 0x57 -> openList(false);
            case 0x58 -> list(false, -1);
            default -> throw RefusedException.body("no value starts with 0x" + Integer.toHexString(tag));
        }
    }

    private void definition() throws RefusedException {
        if (definedFieldCounts.size() >= limits.fields()) {
            throw RefusedException.body("too many class definitions");
        }
        checkObjectType(name());
        int fields = integer(next());
        if (fields < 0 || fields > limits.fields()) {
            throw RefusedException.body("an object of " + fields + " fields");
        }
        Set<String> known = new HashSet<>();
        for (int i = 0; i < fields; i++) {
            checkOnce(known, name());
        }
        definedFieldCounts.add(fields);
    }

    private void object(int definition) throws RefusedException {
        if (definition < 0 || definition >= definedFieldCounts.size()) {
            throw RefusedException.body("an object of an undefined class");
        }
        int self = open();
        for (int i = definedFieldCounts.get(definition); i > 0; i--) {
            value();
        }
        close(self);
    }

    private void map() throws RefusedException {
        int self = open();
        Set<String> known = new HashSet<>();
        while (!skipped('Z')) {
            checkGrowth("map", known.size() + 1, limits.fields());
            checkOnce(known, name());
            value();
        }
        close(self);
    }

    private void list(boolean typed, int knownLength) throws RefusedException {
        if (typed) {
            checkListType(type());
        }
        int length = knownLength >= 0 ? knownLength : integer(next());
        checkElements(length);
        int self = open();
        for (int i = 0; i < length; i++) {
            value();
        }
        close(self);
    }

    private void openList(boolean typed) throws RefusedException {
        if (typed) {
            checkListType(type());
        }
        int self = open();
        int length = 0;
        while (!skipped('Z')) {
            checkGrowth("list", ++length, limits.listLength());
            value();
        }
        close(self);
    }

    private String type() throws RefusedException {
        int tag = body.length > at ? body[at] & 0xff : -1;
        if (tag >= 0 && tag < 0x20 || tag >= 0x30 && tag < 0x34 || tag == 'S' || tag == 'R') {
            String name = name();
            typeReferences.add(name);
            return name;
        }
        int reference = integer(next());
        if (reference < 0 || reference >= typeReferences.size()) {
            throw RefusedException.body("a reference to no type");
        }
        return typeReferences.get(reference);
    }

    /** A short text in ASCII: the name of an operation, a type or a field. */
    private String name() throws RefusedException {
        int tag = next();
        int length;
        if (tag < 0x20) {
            length = tag;
        } else if (tag >= 0x30 && tag < 0x34) {
            length = (tag - 0x30 << 8) + next();
        } else if (tag == 'S') {
            length = next16();
        } else {
            throw RefusedException.body("a name should be here");
        }
        return name(length);
    }

    private void text(int firstTag) throws RefusedException {
        int tag = firstTag;
        while (tag == 'R') {
            characters(next16());
            tag = next();
        }
        if (tag < 0x20) {
            characters(tag);
        } else if (tag >= 0x30 && tag < 0x34) {
            characters((tag - 0x30 << 8) + next());
        } else if (tag == 'S') {
            characters(next16());
        } else {
            throw RefusedException.body("a piece of text should be here");
        }
    }

    private int integer(int tag) throws RefusedException {
        if (tag >= 0x80 && tag < 0xc0) {
            return tag - 0x90;
        }
        if (tag >= 0xc0 && tag < 0xd0) {
            return (tag - 0xc8 << 8) + next();
        }
        if (tag >= 0xd0 && tag < 0xd8) {
            return (tag - 0xd4 << 16) + next16();
        }
        if (tag == 'I') {
            return next32();
        }
        throw RefusedException.body("an integer should be here");
    }
}
