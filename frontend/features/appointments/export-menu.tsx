import { Download } from 'lucide-react'
import { lazy, Suspense, useId, useRef, useState } from 'react'
import { type AppointmentFilter, type AppointmentSort, appointments } from '../../../shared/contract/appointments.ts'
import type { ExportFormat } from '../../../shared/contract/export.ts'
import { call } from '../../lib/client.ts'
import { saveFile } from '../../lib/download.ts'
import { tellFailure } from '../../records/failure.ts'
import { Button } from '../../ui/button.tsx'
import { today } from '../../ui/calendar-days.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { toast } from '../../ui/toast.ts'

const ExportPanel = lazy(() => import('./export-panel.tsx').then((m) => ({ default: m.ExportPanel })))

interface ExportMenuProps {
  /** What the list shows now. */
  readonly query: Partial<AppointmentFilter> & { readonly sort?: AppointmentSort }
  readonly isPhone: boolean
}

/** The filtered list as a spreadsheet. */
export function ExportMenu({ query, isPhone }: ExportMenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const panelId = useId()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)

  async function save(format: ExportFormat): Promise<void> {
    setOpen(false)
    setBusy(true)
    button.current?.focus()
    toast({ title: 'Bestand wordt gemaakt…', tone: 'info' })
    try {
      const file = await call(appointments.export, { query: { ...query, format } })
      saveFile(file, `afspraken-${today()}.${format}`)
      toast({ title: 'Afspraken geëxporteerd' })
    } catch (error) {
      tellFailure(error, { fallback: 'Het bestand kon niet worden gemaakt.' })
    } finally {
      setBusy(false)
    }
  }

  const trigger = {
    ref: button,
    busy,
    icon: <Download />,
    'aria-haspopup': 'dialog',
    'aria-expanded': open,
    'aria-controls': panelId,
    onClick: () => setOpen(!open),
  } as const
  return (
    <>
      {isPhone ? <IconButton label="Exporteren" {...trigger} /> : <Button {...trigger}>Exporteren</Button>}
      {open && (
        <Suspense fallback={null}>
          <ExportPanel id={panelId} anchor={button} onChoose={save} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
