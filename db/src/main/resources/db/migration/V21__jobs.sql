-- db-scheduler's table: one row a job, taken by one replica at a time by its version
create table scheduled_tasks (
    task_name varchar(100) not null,
    task_instance varchar(100) not null,
    task_data blob,
    execution_time timestamp(6) not null,
    picked boolean not null,
    picked_by varchar(50),
    last_success timestamp(6) null,
    last_failure timestamp(6) null,
    consecutive_failures int,
    last_heartbeat timestamp(6) null,
    version bigint not null,
    priority smallint,
    primary key (task_name, task_instance)
)${tableOptions};

create index scheduled_tasks_execution_time on scheduled_tasks (execution_time);
create index scheduled_tasks_last_heartbeat on scheduled_tasks (last_heartbeat);
