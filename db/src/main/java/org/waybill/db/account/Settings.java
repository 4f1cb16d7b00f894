package org.waybill.db.account;

import org.springframework.data.jpa.repository.JpaRepository;

/** Settings of the instance. */
public interface Settings extends JpaRepository<SettingRow, String> {}
