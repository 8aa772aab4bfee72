-- In what the SKUs of a product differ (options as JSON, in their order), and which of them one is.
alter table product add column options text;
alter table sku add column variant text;
