package org.waybill.protocol;

/**
 * A tool that can carry out a transfer by a protocol.
 *
 * @param transport the name that estimates and {@code copy --transport} know it by
 * @param parallel whether it opens several connections
 * @param directories whether it copies whole trees
 * @param movable whether Waybill has a mover for it
 */
public record ToolUse(Tool tool, Transport transport, boolean parallel, boolean directories, boolean movable) {

    /** Moves trees over one connection, by Waybill's mover or by the tool. */
    static ToolUse moved(Tool tool, Transport transport) {
        return new ToolUse(tool, transport, false, true, true);
    }

    /** Moves trees over one connection, by the tool alone: in a script. */
    static ToolUse scripted(Tool tool, Transport transport) {
        return new ToolUse(tool, transport, false, true, false);
    }

    /** The same over several connections. */
    ToolUse inParallel() {
        return new ToolUse(tool, transport, true, directories, movable);
    }

    /** The same of single files. */
    ToolUse ofFiles() {
        return new ToolUse(tool, transport, parallel, false, movable);
    }
}
