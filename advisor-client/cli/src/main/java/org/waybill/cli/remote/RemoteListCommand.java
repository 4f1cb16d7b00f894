package org.waybill.cli.remote;

import java.util.List;
import java.util.Map;
import org.waybill.cli.command.PrintableText;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.engine.TransferException;
import picocli.CommandLine.Command;

/** {@code waybill remote list}. */
@Command(name = "list", header = "List the remotes.")
final class RemoteListCommand extends WaybillCommand {
    @Override
    protected int run(Session session) throws TransferException {
        Map<String, String> remotes = session.config().remotes();
        List<Map<String, String>> all = remotes.entrySet().stream()
                .map(one -> Map.of("name", one.getKey(), "url", one.getValue()))
                .toList();
        return session.answer(Map.of("remotes", all), out -> {
            remotes.forEach((name, url) -> out.println(PrintableText.of(name + "  " + url)));
            if (remotes.isEmpty()) {
                out.println("no remotes; 'waybill remote add NAME URL' adds one");
            }
        });
    }
}
