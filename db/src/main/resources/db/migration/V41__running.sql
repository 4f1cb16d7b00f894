-- transfers that are not over yet, as those who carry them out say every few seconds
create table running_transfer (
    id bigint not null auto_increment primary key,
    version bigint not null,
    transfer_id varchar(36) not null,
    source_host varchar(255) not null,
    destination_host varchar(255) not null,
    transport varchar(40) not null,
    via varchar(500) not null,
    bytes_done bigint not null,
    bytes_total bigint not null,
    files_done bigint not null,
    files_total bigint not null,
    bits_per_second double not null,
    started_at bigint not null,
    heard_at bigint not null,
    constraint running_transfer_id unique (transfer_id)
)${tableOptions};

create index running_transfer_heard on running_transfer (heard_at);
