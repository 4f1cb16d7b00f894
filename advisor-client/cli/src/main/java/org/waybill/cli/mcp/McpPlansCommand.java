package org.waybill.cli.mcp;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.waybill.cli.command.PrintableText;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.Table;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.client.HumanUnits;
import org.waybill.engine.TransferException;
import picocli.CommandLine.Command;

/** {@code waybill mcp plans}. */
@Command(name = "plans", header = "List what assistants have planned, and what became of it.")
final class McpPlansCommand extends WaybillCommand {
    /** What becomes of a plan. */
    enum State {
        WAITING,
        APPROVED,
        SUBMITTED,
        EXPIRED
    }

    /**
     * The answer.
     *
     * @param plans in the order in which they were made
     */
    record Listing(List<Line> plans) {}

    /**
     * A plan.
     *
     * @param id for {@code mcp approve}
     * @param bytes that are to be copied
     * @param task that was made of it, or will be
     */
    record Line(
            String id, State state, String source, String destination, long bytes, String task, Instant expiresAt) {}

    @Override
    protected int run(Session session) throws TransferException {
        Plans plans = Plans.of(session.home());
        List<Line> lines = new ArrayList<>();
        try {
            for (Plans.Sealed one : plans.all()) {
                Plan plan = one.plan();
                lines.add(new Line(
                        plan.id(),
                        state(plans, one),
                        plan.source().text(),
                        plan.destination().text(),
                        plan.bytes(),
                        plan.task(),
                        plan.expiresAt()));
            }
        } catch (IOException e) {
            throw ToolContext.of(session).unreadable(e);
        }
        return session.answer(new Listing(lines), out -> {
            if (lines.isEmpty()) {
                out.println("no assistant has planned anything");
                return;
            }
            Table table = new Table("plan", "state", "size", "from", "to");
            lines.forEach(one -> table.row(
                    one.id(),
                    one.state().name().toLowerCase(Locale.ROOT),
                    HumanUnits.binarySize(one.bytes()),
                    PrintableText.of(one.source()),
                    PrintableText.of(one.destination())));
            table.print(out, session.terminal().outStyle());
        });
    }

    static State state(Plans plans, Plans.Sealed sealed) throws IOException {
        Plan plan = sealed.plan();
        if (plans.used(plan.id()).isPresent()) {
            return State.SUBMITTED;
        }
        return !Instant.now().isBefore(plan.expiresAt())
                ? State.EXPIRED
                : plans.approval(sealed).isPresent() ? State.APPROVED : State.WAITING;
    }
}
