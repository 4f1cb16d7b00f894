package org.waybill.api.hessian;

import java.io.Serializable;

/** A class on the class path that a body might name. Loading it is already a failure of the tests that name it. */
public class Gadget implements Serializable {
    private static final long serialVersionUID = 1L;

    public String command = "";

    @Override
    public int hashCode() {
        throw new AssertionError("the gadget ran");
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }
}
