package org.waybill.db.task;

import jakarta.persistence.Embeddable;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import org.waybill.db.AssignedId;

/** What the command of a task's last attempt answered. Its id is the task's number; the list of tasks does not read it. */
@Entity
@Table(name = "task_document")
public class DocumentRow extends AssignedId<DocumentRow.Facts> {
    /** A JSON document. */
    @Embeddable
    public record Facts(String content) {}

    protected DocumentRow() {}

    public DocumentRow(long task, String content) {
        super(String.valueOf(task), new Facts(content));
    }
}
