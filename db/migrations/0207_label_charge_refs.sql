-- What a label cost beyond its quote has a reference that no carrier's own can be.
update label_adjustment set carrier_ref = '*' || carrier_ref where carrier_ref in ('price', 'price void');
