-- 广告报表: two more types of report, and whether one was asked for by call: then nobody has to fetch it.
alter table market_report drop constraint market_report_type;
alter table market_report add constraint market_report_type check (type in ('sales', 'traffic', 'inventory', 'settlement',
  'searchTerm', 'listingHealth', 'optionDrilldown', 'costStack', 'promotionRevenue', 'cancellationPolicy', 'adCampaign',
  'adListing'));
alter table market_report add column by_call boolean not null default false;
