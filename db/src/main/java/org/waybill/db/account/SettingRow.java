package org.waybill.db.account;

import jakarta.persistence.AttributeOverride;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import org.waybill.db.AssignedId;

/**
 * A setting that belongs to the instance and not to one process, for example that the first start is done. Settings are
 * added, and the second of two who add the same one fails.
 */
@Entity
@Table(name = "setting")
@AttributeOverride(name = "id", column = @Column(name = "name"))
public class SettingRow extends AssignedId<SettingRow.Facts> {
    /** All but its name. */
    @Embeddable
    public record Facts(@Column(name = "text_value") String value) {}

    protected SettingRow() {}

    public SettingRow(String name, String value) {
        super(name, new Facts(value));
    }
}
