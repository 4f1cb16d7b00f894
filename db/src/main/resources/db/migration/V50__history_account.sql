-- who said it: the account whose token it came with; empty for what is older than this column
alter table transfer add column account varchar(100) default '' not null;
alter table measurement add column account varchar(100) default '' not null;
alter table forecast add column account varchar(100) default '' not null;
alter table running_transfer add column account varchar(100) default '' not null;

create index transfer_account on transfer (account, started_at);
create index measurement_account on measurement (account, measured_at);
create index forecast_account on forecast (account);
