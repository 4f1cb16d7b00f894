-- a link that is no longer in its topology stays, with no capacity, for as long as something is booked on it
create table circuit_link (
    id bigint not null auto_increment primary key,
    version bigint not null,
    provisioning_id bigint not null,
    source_node varchar(200) not null,
    target_node varchar(200) not null,
    parallel_number int not null,
    bits_per_second double not null,
    metric double not null,
    constraint circuit_link_place unique (provisioning_id, source_node, target_node, parallel_number),
    constraint circuit_link_provisioning foreign key (provisioning_id) references provisioning (id) on delete cascade
)${tableOptions};

create index circuit_link_source on circuit_link (source_node);
create index circuit_link_target on circuit_link (target_node);

-- where hosts and sites are attached to a provisioning system, in that system's own words
create table circuit_attachment (
    id bigint not null auto_increment primary key,
    version bigint not null,
    provisioning_id bigint not null,
    subject varchar(255) not null,
    point varchar(500) not null,
    constraint circuit_attachment_subject unique (provisioning_id, subject),
    constraint circuit_attachment_provisioning foreign key (provisioning_id) references provisioning (id)
        on delete cascade
)${tableOptions};

create table circuit_reservation (
    id varchar(36) not null primary key,
    provisioning_id bigint not null,
    state_name varchar(20) not null,
    source_host varchar(255) not null,
    destination_host varchar(255) not null,
    ingress varchar(500) not null,
    egress varchar(500) not null,
    start_at bigint not null,
    end_at bigint not null,
    bits_per_second double not null,
    node_path text not null,
    held_until bigint,
    external_id varchar(200) not null,
    account varchar(100) not null,
    created_at bigint not null,
    constraint circuit_reservation_provisioning foreign key (provisioning_id) references provisioning (id)
)${tableOptions};

create index circuit_reservation_state on circuit_reservation (state_name, held_until);
create index circuit_reservation_created_at on circuit_reservation (created_at);

-- what holds bandwidth of a link: gone as soon as the reservation is released or expired
create table link_booking (
    id bigint not null auto_increment primary key,
    reservation_id varchar(36) not null,
    link_id bigint not null,
    start_at bigint not null,
    end_at bigint not null,
    bits_per_second double not null,
    constraint link_booking_once unique (reservation_id, link_id),
    constraint link_booking_reservation foreign key (reservation_id) references circuit_reservation (id)
        on delete cascade,
    constraint link_booking_link foreign key (link_id) references circuit_link (id)
)${tableOptions};

create index link_booking_time on link_booking (link_id, end_at);
