import { Drawer } from 'antd';
import { useEffect, useRef, type ReactNode } from 'react';
import { SourceLink, useIsMobile } from '#kit/web/index.ts';
import { restockSteps, type AdviceRow, type Figure, type Step } from './restock-steps.ts';

/** What the figures of a row are made of, beside the list; the one that was clicked stands out. */
export function RestockPanel({
  row,
  figure,
  onClose,
}: {
  row: AdviceRow;
  figure: Figure;
  onClose: () => void;
}): ReactNode {
  const isMobile = useIsMobile();
  return (
    <Drawer
      open
      mask={isMobile}
      placement={isMobile ? 'bottom' : 'right'}
      size={isMobile ? '80vh' : 460}
      title={`${row.skuId_dictText} · ${row.warehouseId_dictText}`}
      onClose={onClose}
    >
      <div className="pu-steps">
        {restockSteps(row).map((step) => (
          <Explained key={step.figure} step={step} isChosen={step.figure === figure} />
        ))}
      </div>
    </Drawer>
  );
}

function Explained({ step, isChosen }: { step: Step; isChosen: boolean }): ReactNode {
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isChosen) place.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  return (
    <section ref={place} className={isChosen ? 'pu-step pu-step-chosen' : 'pu-step'}>
      <h2>
        {step.title}
        <strong>{step.result}</strong>
      </h2>
      {step.lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {step.links.length > 0 && (
        <p className="pu-step-links">
          {step.links.map(({ title, path, permission }) => (
            <SourceLink key={path} path={path} permission={permission} title={title}>
              {title}
            </SourceLink>
          ))}
        </p>
      )}
    </section>
  );
}
