-- What is packed first is found by its stage; the index went with the column when the stage was made again (0170).
create index shipment_priority on shipment (tenant_id, stage, priority, id);
