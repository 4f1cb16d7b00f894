-- forecasts of which no outcome came are forgotten after some time
create index forecast_unscored on forecast (scored_at, made_at);
