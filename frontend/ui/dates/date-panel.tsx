import type { RefObject } from 'react'
import { Button } from '../buttons/button.tsx'
import { Row } from '../layout/layout.tsx'
import { FloatingPanel } from '../menus/floating-panel.tsx'
import { Calendar } from './calendar.tsx'
import { isAllowedDate, today } from './calendar-days.ts'

interface DatePanelProps {
  readonly id: string
  readonly anchor: RefObject<HTMLElement | null>
  readonly input: RefObject<HTMLInputElement | null>
  readonly value: string
  readonly min: string | undefined
  readonly max: string | undefined
  readonly onChoose: (date: string) => void
  readonly onClose: () => void
}

/** Shows the calendar under a date field; only `DateField` uses it. */
export default function DatePanel({ id, anchor, input, value, min, max, onChoose, onClose }: DatePanelProps) {
  return (
    <FloatingPanel
      id={id}
      anchor={anchor}
      returnFocus={input}
      label="Kies een datum"
      onClose={onClose}
      onOpenFocus={() => document.querySelector<HTMLElement>(`#${CSS.escape(id)} [tabindex="0"][data-date]`)?.focus()}
    >
      <Calendar value={value} min={min} max={max} onChange={onChoose} />
      <Row justify="end" padBlock={6} padInline={8} line="above">
        <Button
          size="small"
          tone="ghost"
          disabled={!isAllowedDate(today(), min, max)}
          onClick={() => onChoose(today())}
        >
          Vandaag
        </Button>
      </Row>
    </FloatingPanel>
  )
}
