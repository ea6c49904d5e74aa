import { Download } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import type * as z from 'zod'
import type { Endpoint } from '../../../shared/api/parts/endpoint.ts'
import { call } from '../../lib/client.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import { useIsPhone } from '../../ui/use-media.ts'
import { type FileFormat, saveExport } from './save-export.ts'

const ActionsPanel = onDemand(() => import('./actions-panel.tsx').then((m) => m.ActionsPanel))

const labels: Record<FileFormat, string> = { csv: 'CSV-bestand', xlsx: 'Excel-bestand', pdf: 'PDF' }

/** File formats offered unless `formats` names others. */
const LISTED = ['csv', 'xlsx'] as const

export type Exporting = Endpoint & { readonly result: { readonly kind: 'file' }; readonly query: z.ZodObject }

/** Export of a list. */
export interface Exported<E extends Exporting> {
  /** Endpoint that makes the file. */
  readonly endpoint: E
  /** Filter of the list on screen. */
  readonly query: Omit<z.input<E['query']>, 'format'>
  /** Word for the content; the file name consists of this word and the date. */
  readonly name: string
}

interface ExportMenuProps<E extends Exporting> extends Exported<E> {
  /** Formats to choose from; by default CSV and Excel. */
  readonly formats?: readonly FileFormat[]
}

// `call` without the types of each endpoint, which the properties check.
export const download = call as (endpoint: Endpoint, input: object) => Promise<Blob>

/** Shows the button that downloads the filtered list as a file, in a format that the user chooses. */
export function ExportMenu<const E extends Exporting>(props: ExportMenuProps<E>) {
  const { endpoint, query, name, formats = LISTED } = props
  const isPhone = useIsPhone()
  const button = useRef<HTMLButtonElement>(null)
  const panelId = useId()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)

  async function save(format: FileFormat): Promise<void> {
    setOpen(false)
    setBusy(true)
    button.current?.focus()
    await saveExport(name, format, () => download(endpoint, { query: { ...query, format } }))
    setBusy(false)
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
        <ActionsPanel
          id={panelId}
          anchor={button}
          label="Exporteren als"
          actions={formats.map((format) => ({ label: labels[format], onSelect: () => save(format) }))}
          onChoose={(action) => action.onSelect()}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
