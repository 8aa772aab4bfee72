-- Which rights the preset roles of a tenant were last given, as a digest: a start passes over the tenants that have
-- been given those of this program.
alter table tenant add column offered_presets text;
