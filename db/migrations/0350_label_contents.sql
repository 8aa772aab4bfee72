-- Whether the bytes of a label were used for another shipment is asked whenever a label comes.
create index asset_label on asset (tenant_id, sha256) where kind = 'label';
