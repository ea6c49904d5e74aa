import { type RefObject, useRef } from 'react'
import { FloatingPanel } from '../../../ui/menus/floating-panel.tsx'
import { PeriodFields, type PeriodProps } from './period-fields.tsx'

interface PeriodPanelProps extends PeriodProps {
  readonly id: string
  readonly anchor: RefObject<HTMLButtonElement | null>
  readonly onClose: () => void
}

/** Shows the fields of the period filter in a panel under their button. It is mounted only while it is open. */
export function PeriodPanel({ id, anchor, onClose, ...fields }: PeriodPanelProps) {
  const content = useRef<HTMLDivElement>(null)
  return (
    <FloatingPanel
      id={id}
      anchor={anchor}
      returnFocus={anchor}
      label="Periode"
      className="pv-popover"
      onClose={onClose}
      onOpenFocus={() => content.current?.querySelector<HTMLElement>('input')?.focus()}
    >
      <div ref={content}>
        <PeriodFields {...fields} />
      </div>
    </FloatingPanel>
  )
}
