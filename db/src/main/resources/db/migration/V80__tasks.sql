-- tasks that users submit to the service, and the workers that carry them out; lists have an item a line
create table service_task (
    id bigint not null auto_increment primary key,
    version bigint not null,
    account varchar(100) not null,
    submission_id varchar(64) not null,
    kind_name varchar(20) not null,
    source_list longtext not null,
    destination longtext not null,
    option_list longtext not null,
    priority int not null,
    submitted_at bigint not null,
    state_name varchar(20) not null,
    reason varchar(60) not null,
    message varchar(1000) not null,
    attempts int not null,
    failures int not null,
    lost_leases int not null,
    worker varchar(64) not null,
    lease_id varchar(36) not null,
    lease_until bigint,
    next_attempt_at bigint,
    bytes_done bigint not null,
    bytes_total bigint not null,
    exit_code int,
    started_at bigint,
    ended_at bigint,
    constraint service_task_submission unique (account, submission_id)
)${tableOptions};

create index service_task_state on service_task (state_name, account, id);
create index service_task_account on service_task (account, id);
create index service_task_ended on service_task (ended_at);

-- what the command of a task's last attempt answered
create table task_document (
    id varchar(20) not null primary key,
    content longtext not null
)${tableOptions};

create table transfer_worker (
    id bigint not null auto_increment primary key,
    version bigint not null,
    name varchar(64) not null,
    account varchar(100) not null,
    host varchar(255) not null,
    release_name varchar(60) not null,
    at_once int not null,
    directory_list longtext not null,
    draining boolean not null,
    heard_at bigint not null,
    constraint transfer_worker_name unique (name)
)${tableOptions};
