-- what was deleted, so that it can be taken back; content is a JSON array of entries with their kinds
create table deleted_entry (
    id bigint not null auto_increment primary key,
    version bigint not null,
    deleted_at bigint not null,
    account varchar(100) not null,
    subject_kind varchar(20) not null,
    subject_name varchar(300) not null,
    content longtext not null,
    restored_at bigint
)${tableOptions};

-- a file between its preview and its import
create table upload (
    id varchar(43) not null primary key,
    uploaded_at bigint not null,
    account varchar(100) not null,
    subject_kind varchar(20) not null,
    format_name varchar(10) not null,
    content longtext not null
)${tableOptions};

create index deleted_entry_deleted_at on deleted_entry (deleted_at);
create index upload_uploaded_at on upload (uploaded_at);
create index audit_account on audit (account, id);
