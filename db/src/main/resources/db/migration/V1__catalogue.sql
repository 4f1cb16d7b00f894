-- Serves H2 (MODE=MariaDB), MariaDB and MySQL alike, so only what all of them mean the same by: no JSON, no inet types,
-- instants as microseconds since 1970 (Connector/J drops fractions of seconds on MariaDB 10), addresses as 16 bytes.

create table organisation (
    id bigint not null auto_increment primary key,
    version bigint not null,
    name varchar(200) not null,
    country varchar(2) not null,
    url varchar(500) not null,
    constraint organisation_name unique (name)
)${tableOptions};

create table site (
    id bigint not null auto_increment primary key,
    version bigint not null,
    name varchar(200) not null,
    organisation_id bigint not null,
    city varchar(100) not null,
    country varchar(2) not null,
    latitude double,
    longitude double,
    constraint site_name unique (name),
    constraint site_organisation foreign key (organisation_id) references organisation (id)
)${tableOptions};

create table host (
    id bigint not null auto_increment primary key,
    version bigint not null,
    name varchar(255) not null,
    site_id bigint,
    constraint host_name unique (name),
    constraint host_site foreign key (site_id) references site (id)
)${tableOptions};

create table host_address (
    host_id bigint not null,
    position int not null,
    address varchar(45) not null,
    primary key (host_id, position),
    constraint host_address_host foreign key (host_id) references host (id) on delete cascade
)${tableOptions};

create index host_address_address on host_address (address);

create table subnet (
    id bigint not null auto_increment primary key,
    version bigint not null,
    prefix varchar(49) not null,
    first_address varbinary(16) not null,
    last_address varbinary(16) not null,
    site_id bigint not null,
    constraint subnet_prefix unique (prefix),
    constraint subnet_site foreign key (site_id) references site (id)
)${tableOptions};

create index subnet_first_address on subnet (first_address);

create table domain_name (
    id bigint not null auto_increment primary key,
    version bigint not null,
    name varchar(255) not null,
    site_id bigint not null,
    constraint domain_name_name unique (name),
    constraint domain_name_site foreign key (site_id) references site (id)
)${tableOptions};

create table endpoint (
    id bigint not null auto_increment primary key,
    version bigint not null,
    host_id bigint not null,
    protocol varchar(20) not null,
    port int not null,
    banner varchar(500) not null,
    last_seen_open bigint,
    constraint endpoint_host_protocol_port unique (host_id, protocol, port),
    constraint endpoint_host foreign key (host_id) references host (id) on delete cascade
)${tableOptions};

create table provisioning (
    id bigint not null auto_increment primary key,
    version bigint not null,
    name varchar(200) not null,
    system_kind varchar(20) not null,
    url varchar(500) not null,
    site_id bigint not null,
    constraint provisioning_name unique (name),
    constraint provisioning_site foreign key (site_id) references site (id)
)${tableOptions};

create table relay (
    id bigint not null auto_increment primary key,
    version bigint not null,
    name varchar(200) not null,
    host_id bigint not null,
    port int not null,
    fingerprint varchar(64) not null,
    capacity_bits_per_second double,
    last_seen bigint,
    constraint relay_name unique (name),
    constraint relay_host foreign key (host_id) references host (id)
)${tableOptions};
