package org.waybill.api.hessian;

import java.util.HashSet;
import java.util.Set;

/**
 * The same check for calls that are written in Hessian 1.0.2 and ask for a reply in Hessian 2 ({@code c 2 0}), as
 * stock Java clients and python-hessian send them. Call headers, remote objects, XML and binary values are refused.
 */
final class Hessian1Scanner extends GrammarCheck {
    Hessian1Scanner(byte[] body, HessianLimits limits, Set<String> typeNames) {
        super(body, limits, typeNames);
    }

    @Override
    String operation() throws RefusedException {
        if (body.length < 4 || body[0] != 'c' || body[1] != 2 || body[2] != 0 || body[3] != 'm') {
            throw RefusedException.body("not a Hessian 2 call, nor one of Hessian 1 that takes a Hessian 2 reply");
        }
        at = 4;
        return name(next16());
    }

    @Override
    void checkCall(int parameters) throws RefusedException {
        operation();
        for (int i = 0; i < parameters; i++) {
            if (skipped('z')) {
                throw RefusedException.body("wrong number of arguments, should be " + parameters);
            }
            value();
        }
        if (next() != 'z' || at != body.length) {
            throw RefusedException.body(
                    "wrong number of arguments, should be " + parameters + ", or bytes after the end");
        }
    }

    private void value() throws RefusedException {
        int tag = next();
        switch (tag) {
            case 'N', 'T', 'F' -> {}
            case 'I' -> skip(4);
            case 'L', 'D', 'd' -> skip(8);
            case 's', 'S' -> text(tag);
            case 'V' -> list();
            case 'M' -> map();
            case 'R' -> checkReference(next32());
            default -> throw RefusedException.body("no value starts with 0x" + Integer.toHexString(tag));
        }
    }

    private void text(int firstTag) throws RefusedException {
        int tag = firstTag;
        while (tag == 's') {
            characters(next16());
            tag = next();
        }
        if (tag != 'S') {
            throw RefusedException.body("a piece of text should be here");
        }
        characters(next16());
    }

    private String type() throws RefusedException {
        return skipped('t') ? name(next16()) : "";
    }

    private void list() throws RefusedException {
        checkListType(type());
        if (skipped('l')) {
            int claimed = next32();
            // -1: the writer did not know
            checkElements(claimed == -1 ? 0 : claimed);
        }
        int self = open();
        int length = 0;
        while (!skipped('z')) {
            checkGrowth("list", ++length, limits.listLength());
            value();
        }
        close(self);
    }

    private void map() throws RefusedException {
        checkMapType(type());
        int self = open();
        Set<String> known = new HashSet<>();
        while (!skipped('z')) {
            checkGrowth("map", known.size() + 1, limits.fields());
            if (next() != 'S') {
                throw RefusedException.body("a name should be here");
            }
            checkOnce(known, name(next16()));
            value();
        }
        close(self);
    }
}
