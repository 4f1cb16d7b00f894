package org.waybill.endtoend;

import java.util.stream.Stream;
import org.waybill.endtoend.Rig.Protocol;

/** {@link KillTest} on the way down, as a class of its own so that another JVM can run it. */
class KillDownTest extends KillTest {
    @Override
    boolean push() {
        return false;
    }

    /** Who writes here is the engine or the pipeline of all stores, for which SFTP stands. */
    @Override
    Stream<Protocol> protocolsOfABuild() {
        return protocols().filter(protocol -> protocol == Protocol.TCP || protocol == Protocol.SFTP);
    }
}
