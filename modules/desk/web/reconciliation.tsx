import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Collapse, Flex, Result, Skeleton, Tag, Typography } from 'antd';
import type { ReactNode } from 'react';
import { get } from '#kit/web/index.ts';

interface Check {
  id: string;
  title: string;
  violations: Record<string, unknown>[];
}

/** 对账: every truth of the house checked now, with the rows that break it. */
export function Reconciliation(): ReactNode {
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['desk', 'reconciliation'],
    queryFn: ({ signal }) =>
      get<Check[] | { checks: Check[] }>('/desk/reconciliation', {}, { signal, timeout: 120_000 }),
    staleTime: 0,
  });
  if (error)
    return (
      <Result
        status="error"
        title="对账失败"
        subTitle={error.message}
        extra={<Button onClick={() => void refetch()}>重试</Button>}
      />
    );
  if (!data) return <Skeleton active style={{ padding: 24 }} />;
  const checks = Array.isArray(data) ? data : data.checks;
  const broken = checks.filter((check) => check.violations.length > 0);
  return (
    <Flex vertical gap={12} style={{ padding: 16 }}>
      <Flex gap={12} align="center">
        <Typography.Title level={1} style={{ fontSize: 20, margin: 0 }}>
          对账
        </Typography.Title>
        <Button loading={isFetching} onClick={() => void refetch()}>
          重新对账
        </Button>
      </Flex>
      <Alert
        showIcon
        type={broken.length === 0 ? 'success' : 'error'}
        title={
          broken.length === 0
            ? `${checks.length} 项全部一致`
            : `${broken.length} 项不一致，请勿手工改数，通过单据更正`
        }
      />
      <Collapse
        items={checks.map((check) => ({
          key: check.id,
          label: `${check.id}　${check.title}`,
          extra: (
            <Tag color={check.violations.length === 0 ? 'green' : 'red'}>
              {check.violations.length === 0 ? '一致' : `${check.violations.length} 条`}
            </Tag>
          ),
          children: (
            <pre style={{ whiteSpace: 'pre-wrap', margin: 0 }}>
              {JSON.stringify(check.violations, null, 1)}
            </pre>
          ),
        }))}
      />
    </Flex>
  );
}
