package org.waybill.cli.mcp;

import java.io.IOException;
import java.io.OutputStream;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.HostPort;
import org.waybill.cli.command.Invalid;
import org.waybill.cli.command.Json;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.client.task.TaskLauncher;
import org.waybill.engine.ErrorText;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code waybill mcp}. */
@Command(
        name = "mcp",
        header = "Let an assistant plan transfers (Model Context Protocol), which you approve.",
        description = {
            "Serves the program that started it on standard input and output; with --listen, by HTTP. The tools are"
                    + " discover, advise, explain, history, check, plan, submit, watch and cancel.",
            "",
            "Nothing is copied without a plan that you approve ('waybill mcp approve'), or that the file"
                    + " mcp/policy.json in WAYBILL_HOME approves. Each approval serves once. No tool deletes, trusts a"
                    + " host, adds a login or reads a secret."
        },
        footer = {
            "waybill mcp                                   (what an assistant's settings name)",
            "waybill mcp approve 0f3a5b6c7d8e9f01",
            "waybill mcp --listen 127.0.0.1:7415"
        },
        subcommands = {McpApproveCommand.class, McpPlansCommand.class})
public final class McpCommand extends WaybillCommand {
    private static final int PORT = 7415;

    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            description =
                    "Serve by HTTP at this address, under /mcp; port 0 selects any free port. Clients send the token"
                            + " in mcp/token in WAYBILL_HOME. It is not encrypted: leave it on loopback, or put a proxy"
                            + " with TLS before it.")
    private @Nullable String listen;

    @Option(
            names = "--host",
            paramLabel = "NAME",
            description = "With --listen: a name or address by which clients reach it, besides those of loopback;"
                    + " repeatable. Requests for other names are refused.")
    private List<String> names = List.of();

    @Override
    protected int run(Session session) throws IOException, TransferException, InterruptedException {
        if (listen == null && !names.isEmpty()) {
            throw Invalid.usage("--host is for HTTP: use it with --listen");
        }
        if (session.hasNamedService()) {
            throw Invalid.usage("the tools ask the home's own service: leave --service out");
        }
        if (TaskLauncher.line().isEmpty()) {
            throw Invalid.usage("the tools can be run only by the script 'waybill': run that");
        }
        MessageHandler messages = MessageHandler.to(new Tools(ToolContext.of(session)));
        if (listen != null) {
            return byHttp(session, messages, HostPort.parse(listen, PORT));
        }
        OutputStream out = session.terminal().data();
        System.setOut(System.err); // nothing else may come between the messages
        new StdioToolServer(messages, out).serve(System.in);
        return 0;
    }

    private int byHttp(Session session, MessageHandler messages, HostPort at)
            throws IOException, TransferException, InterruptedException {
        InetSocketAddress address = at.resolved();
        if (address.isUnresolved()) {
            throw new CommandFailure(Reason.UNKNOWN_HOST, "cannot listen on " + at + ": unknown host");
        }
        if (!address.getAddress().isLoopbackAddress()) {
            if (names.isEmpty()) {
                throw Invalid.usage("--listen " + at + " is reached from other machines: add --host NAME");
            }
            session.terminal().warn("WARNING: messages and the token are not encrypted at " + at);
        }
        Path file = session.home().assistants().resolve("token");
        String token = HttpAccess.token(file);
        String own = at.host().contains(":") ? "[" + at.host() + "]" : at.host();
        try (HttpToolServer serving = HttpToolServer.start(
                address, messages, port -> new HttpAccess(HttpAccess.hosts(names, own, port), token))) {
            String url = "http://" + new HostPort(at.host(), serving.port()) + HttpToolServer.PATH;
            session.note("waybill: clients send the token in " + file);
            session.answer(
                    Json.object("url", url, "tokenFile", file.toString()),
                    out -> out.println("Waybill's tools for assistants at " + url));
            new CountDownLatch(1).await();
        } catch (BindException e) {
            throw new CommandFailure(Reason.TARGET_BUSY, "cannot listen on " + at + ": " + ErrorText.of(e), e);
        }
        return 0;
    }
}
