-- How far the labels of an order are is a code; its words are a dictionary of the console.

update sales_order set label_status = case label_status
    when '申请中' then 'requested'
    when '已出单' then 'ready'
    when '待人工' then 'held'
    when '失败' then 'failed'
    when '自有运单' then 'own'
    when '已出库' then 'shipped'
    else label_status end
where label_status is not null;
