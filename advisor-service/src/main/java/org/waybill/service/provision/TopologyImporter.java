package org.waybill.service.provision;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.support.TransactionTemplate;
import org.waybill.api.ServiceException;
import org.waybill.api.circuit.Attachment;
import org.waybill.api.circuit.TopologyFormat;
import org.waybill.api.circuit.TopologyReport;
import org.waybill.db.profile.ProvisioningRow;
import org.waybill.db.reservation.AttachmentRow;
import org.waybill.db.reservation.Attachments;
import org.waybill.planner.file.Parsed;
import org.waybill.planner.routing.Network;
import org.waybill.service.InputChecks;
import org.waybill.service.account.AuditLog;
import org.waybill.service.account.AuditSubject;
import org.waybill.service.account.Caller;
import org.waybill.service.account.Role;

/** What operators configure about provisioning systems: their topologies, and who is attached where. */
record TopologyImporter(
        AttachedSystems reach,
        Topologies topologies,
        TopologyFiles files,
        Attachments attachments,
        AuditLog audit,
        TransactionTemplate transaction) {
    TopologyReport importTopology(String system, TopologyFormat format, String text) {
        return take(Caller.current().needs(Role.OPERATOR), system, format, text);
    }

    /** Takes a topology over for someone whose role was looked at. */
    TopologyReport take(Caller caller, String system, TopologyFormat format, String text) {
        String name = InputChecks.required("system", system, 200);
        Parsed<Network> parsed = files.read(format, text);
        return written(() -> {
            ProvisioningRow row = reach.systemOrOurOwn(name);
            TopologyReport report = topologies.replace(row.id(), parsed);
            audit.add(
                    caller,
                    "IMPORT",
                    AuditSubject.TOPOLOGY,
                    row.id(),
                    row.facts().name() + ": " + report.nodes() + " nodes, "
                            + report.links() + " links, " + report.added() + " new, " + report.changed() + " changed, "
                            + report.removed() + " down");
            return report;
        });
    }

    void attach(Attachment attachment) {
        Caller caller = Caller.current().needs(Role.OPERATOR);
        ProvisioningRow row = reach.system(InputChecks.required("system", attachment.system(), 200));
        String subject = reach.subject(InputChecks.required("subject", attachment.subject(), 255));
        String point = InputChecks.text("point", attachment.point(), 500);
        written(() -> {
            AttachmentRow.Facts facts = new AttachmentRow.Facts(row.id(), subject, point);
            Optional<AttachmentRow> known = attachments.of(row.id(), subject);
            if (point.isEmpty()) {
                known.ifPresent(attachments::delete);
            } else if (known.isPresent()) {
                known.get().change(facts);
            } else {
                attachments.save(new AttachmentRow(facts));
            }
            audit.add(
                    caller,
                    point.isEmpty() ? "DETACH" : "ATTACH",
                    AuditSubject.TOPOLOGY,
                    row.id(),
                    row.facts().name() + ": " + subject + " at " + point);
            return true;
        });
    }

    List<Attachment> attachments(String system) {
        Caller.current().needs(Role.VIEWER);
        ProvisioningRow row = reach.system(InputChecks.required("system", system, 200));
        return attachments.of(row.id()).stream()
                .map(found -> new Attachment(
                        row.facts().name(),
                        found.facts().subject(),
                        found.facts().point()))
                .toList();
    }

    private <T> T written(Supplier<T> work) {
        try {
            return transaction.execute(_ -> work.get());
        } catch (DataAccessException e) {
            throw new ServiceException(ServiceException.CONFLICT, "the system was modified concurrently, try again", e);
        }
    }
}
