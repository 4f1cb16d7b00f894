create table account (
    id bigint not null auto_increment primary key,
    version bigint not null,
    name varchar(100) not null,
    secret_hash varchar(200) not null,
    role_name varchar(20) not null,
    enabled boolean not null,
    created_at bigint not null,
    constraint account_name unique (name)
)${tableOptions};

-- a token itself is never stored, only its SHA-256 in hexadecimal
create table token (
    id bigint not null auto_increment primary key,
    sha256 varchar(64) not null,
    account_id bigint not null,
    label varchar(100) not null,
    created_at bigint not null,
    expires_at bigint,
    constraint token_sha256 unique (sha256),
    constraint token_account foreign key (account_id) references account (id) on delete cascade
)${tableOptions};

create index token_expires_at on token (expires_at);

create table audit (
    id bigint not null auto_increment primary key,
    happened_at bigint not null,
    account varchar(100) not null,
    action_name varchar(40) not null,
    subject_kind varchar(20) not null,
    subject_id bigint not null,
    detail varchar(2000) not null
)${tableOptions};

create index audit_subject on audit (subject_kind, subject_id, id);

create table setting (
    name varchar(100) not null primary key,
    text_value text not null
)${tableOptions};
