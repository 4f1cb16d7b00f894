package org.waybill.cli.mcp;

import java.io.IOException;
import java.io.PrintStream;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.Invalid;
import org.waybill.cli.command.PrintableText;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.client.HumanUnits;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code waybill mcp approve PLAN}. */
@Command(
        name = "approve",
        header = "Show what an assistant has planned, and let it be submitted once.",
        description = "Asks at the terminal; nothing else can answer. 'waybill mcp plans' lists the plans.")
final class McpApproveCommand extends WaybillCommand {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm").withZone(ZoneId.systemDefault());

    @Parameters(index = "0", paramLabel = "PLAN", description = "The id of the plan.")
    private String id = "";

    @Override
    protected int run(Session session) throws TransferException {
        if (!session.asks()) {
            throw Invalid.usage("a plan is approved at a terminal, without --json and --quiet: run it there");
        }
        Plans plans = Plans.of(session.home());
        try {
            Plans.Sealed sealed = plans.find(id);
            McpPlansCommand.State state = McpPlansCommand.state(plans, sealed);
            if (state != McpPlansCommand.State.WAITING) {
                String why = state == McpPlansCommand.State.EXPIRED ? "has expired" : "was approved before";
                throw new CommandFailure(Reason.NOTHING_TO_DO, "plan " + id + " " + why);
            }
            print(session.terminal().out(), sealed.plan());
            if (!session.isConfirmed("Approve it?")) {
                throw new CommandFailure(Reason.NOTHING_TO_DO, "plan " + id + " is not approved");
            }
            plans.holding(() -> {
                plans.approve(Approval.of(sealed, Approval.By.PERSON, Instant.now()));
                return true;
            });
        } catch (IOException e) {
            throw ToolContext.of(session).unreadable(e);
        }
        session.note("waybill: plan " + id + " may be submitted once now");
        return 0;
    }

    private static void print(PrintStream out, Plan plan) {
        line(out, "from", place(plan.source()));
        line(out, "to", place(plan.destination()));
        line(out, "size", HumanUnits.binarySize(plan.bytes()) + " in " + HumanUnits.counted(plan.files(), "file"));
        line(out, "options", String.join(" ", plan.options()));
        line(
                out,
                "forecast",
                (plan.secondsP50() == null ? "unknown" : HumanUnits.band(plan.secondsP50(), plan.secondsP90()))
                        + ", by " + plan.transport());
        if (plan.cost() > 0) {
            line(out, "cost", String.format(Locale.ROOT, "%.2f by the prices of the policy", plan.cost()));
        }
        line(out, "ends", "after " + plan.minutes() + " minutes, done or not");
        line(out, "expires", TIME.format(plan.expiresAt()));
    }

    /** Where a link leads elsewhere, both. */
    private static String place(PlanEnd place) {
        String plain = place.text().replaceFirst("(?<=.)/$", "");
        return place.text() + (place.isLocal() && !plain.equals(place.real()) ? ", which is " + place.real() : "");
    }

    private static void line(PrintStream out, String name, String text) {
        out.printf("%-9s %s%n", name, PrintableText.of(text));
    }
}
