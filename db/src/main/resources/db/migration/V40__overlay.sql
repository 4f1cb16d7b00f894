-- what each registered node said last
create table relay_report (
    id bigint not null auto_increment primary key,
    version bigint not null,
    relay_id bigint not null,
    said_at bigint not null,
    received_at bigint not null,
    paths int not null,
    most_paths int not null,
    streams int not null,
    most_streams int not null,
    forwarded_bytes bigint not null,
    traversal_bits_per_second double,
    capacity_bits_per_second double,
    constraint relay_report_relay unique (relay_id),
    constraint relay_report_of foreign key (relay_id) references relay (id) on delete cascade
)${tableOptions};

-- links between registered nodes: when each was last measured or ordered, and who may measure now
create table virtual_link (
    id bigint not null auto_increment primary key,
    version bigint not null,
    source_id bigint not null,
    destination_id bigint not null,
    ordered_at bigint,
    lease_until bigint,
    problem varchar(300) not null,
    constraint virtual_link_ends unique (source_id, destination_id),
    constraint virtual_link_source foreign key (source_id) references relay (id) on delete cascade,
    constraint virtual_link_destination foreign key (destination_id) references relay (id) on delete cascade
)${tableOptions};

-- the public halves of the keys with which replicas sign route tokens; the private ones never leave their homes
create table route_issuer (
    id bigint not null auto_increment primary key,
    version bigint not null,
    public_key varchar(64) not null,
    added_at bigint not null,
    constraint route_issuer_key unique (public_key)
)${tableOptions};
