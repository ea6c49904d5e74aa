import { CalendarRange } from 'lucide-react'
import { lazy, Suspense, useId, useRef, useState } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { periodLabelOf } from './period.ts'
import type { PeriodProps } from './period-fields.tsx'

const PeriodPanel = lazy(() => import('./period-panel.tsx').then((m) => ({ default: m.PeriodPanel })))

/** Shows a button with the chosen period, which opens the panel to change it. */
export function PeriodFilter(props: PeriodProps) {
  const button = useRef<HTMLButtonElement>(null)
  const panelId = useId()
  const [open, setOpen] = useState(false)
  const label = periodLabelOf(props.value)
  return (
    <>
      <Button
        ref={button}
        icon={<CalendarRange />}
        aria-label={label === 'Periode' ? label : `Periode: ${label}`}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={panelId}
        onClick={() => setOpen(!open)}
      >
        {label}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <PeriodPanel {...props} id={panelId} anchor={button} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
