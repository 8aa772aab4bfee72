import { useState, type ReactNode } from 'react';
import { text } from '#kit/model/field.ts';
import { defineRoute, pathOf } from '#kit/model/route.ts';
import { RecordSelect, ReportSelect, type GalleryPart } from '#kit/web/index.ts';
import { category } from '../../model/category.ts';
import { position } from '../../model/position.ts';
import { HeldValue } from './held-value.tsx';

const NOWHERE = pathOf(defineRoute({ method: 'GET', path: '/sys/nowhere', access: 'signedIn', summary: '无应答' }));
const LONG = '家居与园艺用品事业部华东区域跨境电商直营渠道二级分类，名称很长很长';

function Report({ multiple, ...fields }: ReportFieldsShown): ReactNode {
  const [filled, setFilled] = useState<Readonly<Record<string, string>>>({});
  return (
    <HeldValue>
      {({ value, onChange }) => (
        <>
          <ReportSelect
            aria-label="报表"
            multiple={multiple}
            groupId="gallery"
            {...fields}
            value={value}
            filled={filled}
            onChange={(next, values) => {
              onChange(next);
              setFilled({ ...filled, ...values });
            }}
          />
          <output>{JSON.stringify(filled)}</output>
        </>
      )}
    </HeldValue>
  );
}

interface ReportFieldsShown {
  code?: string;
  orgFields?: string;
  destFields?: string;
  multiple?: boolean;
  sorter?: string;
  splitter?: string;
}

/** The record picker and the report picker in their states. */
export const gallery: GalleryPart = {
  title: '记录选择',
  states: [
    {
      title: '多选记录',
      Show: () => <HeldValue>{(held) => <RecordSelect {...held} of={category} aria-label="分类" />}</HeldValue>,
    },
    {
      title: '单选记录',
      hint: '存编码，按职务编码查询，没有按钮',
      Show: () => (
        <HeldValue>
          {(held) => (
            <RecordSelect
              {...held}
              of={position}
              aria-label="职务"
              multiple={false}
              buttons={false}
              valueKey="code"
              queryParamCode="code"
              queryParamText="职务编码"
            />
          )}
        </HeldValue>
      ),
    },
    {
      title: '记录已删除',
      hint: '存的值查不到记录时显示原值',
      Show: () => (
        <HeldValue initial="gone-1,gone-2">
          {(held) => <RecordSelect {...held} of={position} valueKey="code" aria-label="已删除的职务" />}
        </HeldValue>
      ),
    },
    {
      title: '长名称',
      Show: () => (
        <HeldValue initial={LONG.replaceAll('，', ' ')}>
          {(held) => (
            <>
              <RecordSelect {...held} of={position} valueKey="code" aria-label="截断" />
              <RecordSelect
                {...held}
                of={position}
                valueKey="code"
                multiple={false}
                ellipsisLength={-1}
                aria-label="不截断"
              />
            </>
          )}
        </HeldValue>
      ),
    },
    {
      title: '禁用',
      Show: () => (
        <HeldValue initial="A-1">
          {(held) => <RecordSelect {...held} of={position} valueKey="code" disabled aria-label="禁用的" />}
        </HeldValue>
      ),
    },
    {
      title: '列表加载失败',
      Show: () => (
        <HeldValue>
          {(held) => (
            <RecordSelect
              {...held}
              of={{ ...category, fields: { name: text('名称') }, list: ['name'], search: [] }}
              listUrl={NOWHERE}
              aria-label="加载失败的"
            />
          )}
        </HeldValue>
      ),
    },
    {
      title: '报表单选',
      Show: () => <Report code="users" orgFields="username,realname" destFields="owner,ownerName" />,
    },
    {
      title: '报表多选',
      hint: '多行之间用分号；去掉一个编码，名称里的也一起去掉',
      Show: () => (
        <Report
          code="system:category"
          orgFields="code,name"
          destFields="codes,names"
          sorter="code=desc"
          splitter=";"
          multiple
        />
      ),
    },
    {
      title: '报表查询条件',
      hint: '关联、字典、文本和时间范围，与列表的查询一致',
      Show: () => <Report code="inventory:stockMovement" orgFields="refNo" destFields="source" />,
    },
    {
      title: '报表数值条件',
      Show: () => <Report code="inventory:stockLevel" orgFields="id" destFields="stock" />,
    },
    {
      title: '报表自己说选几行',
      hint: '按报表的返回类型',
      Show: () => <Report code="gallery_goods" orgFields="skuCode" destFields="goods" />,
    },
    { title: '报表未配置', Show: () => <Report code="users" orgFields="username" /> },
    {
      title: '报表数量不一致',
      Show: () => <Report code="users" orgFields="username,realname" destFields="owner" />,
    },
    {
      title: '报表不存在',
      Show: () => <Report code="nothing" orgFields="a" destFields="b" />,
    },
  ],
};
