package org.waybill.db.account;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.waybill.db.AssignedId;

/**
 * A setting that belongs to the instance and not to one process, for example that the first start is done. Settings are
 * added, and the second of two who add the same one fails.
 */
@Entity
@Table(name = "setting")
public class SettingRow extends AssignedId {
    @Id
    private String name = "";

    @Column(name = "text_value")
    private String value = "";

    protected SettingRow() {}

    public SettingRow(String name, String value) {
        this.name = name;
        this.value = value;
    }

    @Override
    public String getId() {
        return name;
    }

    public String value() {
        return value;
    }
}
