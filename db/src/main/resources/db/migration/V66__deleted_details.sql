-- what vanished with a deleted entry and is no entry itself, such as a provisioning system's topology
alter table deleted_entry add column details longtext;
