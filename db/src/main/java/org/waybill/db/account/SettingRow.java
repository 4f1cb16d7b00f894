package org.waybill.db.account;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.springframework.data.domain.Persistable;

/** A setting that belongs to the instance and not to one process, for example that the first start is done. */
@Entity
@Table(name = "setting")
public class SettingRow implements Persistable<String> {
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

    /** Settings are added, and the second of two who add the same one fails. */
    @Override
    public boolean isNew() {
        return true;
    }

    public String value() {
        return value;
    }
}
