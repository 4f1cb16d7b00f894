-- the same measurement is kept once, whoever adds it: a name-based UUID of all that it says; null for those from before
alter table measurement add column fingerprint varchar(36);
create unique index measurement_fingerprint on measurement (fingerprint);

-- what a site's service has handed on to its parent service
alter table transfer add column pushed boolean default false not null;
alter table measurement add column pushed boolean default false not null;
create index transfer_pushed on transfer (pushed, started_at);
create index measurement_pushed on measurement (pushed, measured_at);
