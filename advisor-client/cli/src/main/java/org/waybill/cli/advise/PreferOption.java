package org.waybill.cli.advise;

import java.util.ArrayList;
import java.util.List;
import org.waybill.cli.command.Invalid;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Which protocols an advice lists first. */
@Command
public final class PreferOption {
    @Option(
            names = "--prefer",
            paramLabel = "P1,P2",
            split = ",",
            description = "Protocols to prefer, best first, such as sftp,gsiftp.")
    private List<String> prefer = new ArrayList<>();

    /** Best first; none without the option. */
    public List<Protocol> protocols() {
        return prefer.stream().map(PreferOption::protocol).toList();
    }

    private static Protocol protocol(String name) {
        return Protocols.named(name.strip())
                .orElseThrow(() -> Invalid.value(
                        "--prefer",
                        name,
                        Invalid.oneOf(
                                Protocols.all().stream().map(Protocol::scheme).toList())));
    }
}
