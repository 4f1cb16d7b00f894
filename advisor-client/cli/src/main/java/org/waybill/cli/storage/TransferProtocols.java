package org.waybill.cli.storage;

import java.util.List;
import picocli.CommandLine.Option;

/** {@code --protocol} of the storage commands. */
final class TransferProtocols {
    @Option(
            names = "--protocol",
            paramLabel = "P1,P2",
            split = ",",
            defaultValue = "gsiftp,https,root",
            description = "Transfer protocols to offer, in order of preference. Default: ${DEFAULT-VALUE}.")
    private List<String> protocols = List.of();

    List<String> bestFirst() {
        return List.copyOf(protocols);
    }
}
