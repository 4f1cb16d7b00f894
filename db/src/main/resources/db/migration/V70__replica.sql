-- the processes of the service that share this database, as they say themselves
create table replica (
    id varchar(50) not null primary key,
    host varchar(255) not null,
    release_name varchar(60) not null,
    started_at bigint not null,
    heard_at bigint not null
)${tableOptions};
