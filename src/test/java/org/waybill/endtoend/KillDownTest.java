package org.waybill.endtoend;

/** {@link KillTest} on the way down, as a class of its own so that another JVM can run it. */
class KillDownTest extends KillTest {
    @Override
    boolean push() {
        return false;
    }
}
