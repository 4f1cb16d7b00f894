create table transfer (
    id varchar(36) not null primary key,
    source_host varchar(255) not null,
    destination_host varchar(255) not null,
    transport varchar(40) not null,
    via varchar(500) not null,
    streams int not null,
    storage varchar(10) not null,
    byte_count bigint not null,
    file_count bigint not null,
    started_at bigint not null,
    seconds double not null,
    retransmitted_bytes bigint not null,
    resumed_bytes bigint not null,
    status varchar(40) not null,
    forecast_id varchar(36),
    forecast_seconds_p50 double,
    forecast_seconds_p90 double,
    cause_code varchar(60) not null
)${tableOptions};

create index transfer_pair on transfer (source_host, destination_host, started_at);
create index transfer_destination on transfer (destination_host, started_at);
create index transfer_started_at on transfer (started_at);

create table measurement (
    id bigint not null auto_increment primary key,
    source_host varchar(255) not null,
    destination_host varchar(255) not null,
    quantity varchar(30) not null,
    measured_value double not null,
    method varchar(100) not null,
    sample_count int not null,
    error_percent double,
    measured_at bigint not null
)${tableOptions};

create index measurement_pair on measurement (source_host, destination_host, measured_at);
create index measurement_destination on measurement (destination_host, measured_at);
create index measurement_measured_at on measurement (measured_at);

-- what was asked, what was answered, what it stood on, and what came of it
create table forecast (
    id varchar(36) not null primary key,
    made_at bigint not null,
    source_host varchar(255) not null,
    destination_host varchar(255) not null,
    transport varchar(40) not null,
    via varchar(500) not null,
    streams int not null,
    storage varchar(10) not null,
    byte_count bigint not null,
    file_count bigint not null,
    rtt_millis double,
    bottleneck_bits_per_second double,
    loss_ratio double,
    seconds_p50 double not null,
    seconds_p90 double not null,
    basis varchar(20) not null,
    predictor varchar(60) not null,
    sample_count int not null,
    inputs text not null,
    outcome_seconds double,
    scored_at bigint
)${tableOptions};

create index forecast_pair on forecast (source_host, destination_host, scored_at);
