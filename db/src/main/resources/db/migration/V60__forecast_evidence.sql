-- what a forecast stood on and what its method said before past outcomes set the band; empty and null for older ones
alter table forecast add column evidence varchar(20) default '' not null;
alter table forecast add column model_seconds double;

create index forecast_evidence on forecast (evidence, scored_at);
