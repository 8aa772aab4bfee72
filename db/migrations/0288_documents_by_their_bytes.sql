-- Documents of a shipment that a browser would run were kept under the type that their sender gave them.
update asset set mime = 'application/octet-stream'
where owner_type = 'shipment' and kind in ('label', 'packingSlip', 'bol', 'customs')
  and mime not in ('application/pdf', 'application/zpl', 'image/png', 'image/jpeg', 'image/webp', 'image/gif');
