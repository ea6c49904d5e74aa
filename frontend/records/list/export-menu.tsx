import { Download } from 'lucide-react'
import { lazy, Suspense, useId, useRef, useState } from 'react'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { type FileFormat, saveExport } from './save-export.ts'

const ExportPanel = lazy(() => import('./export-panel.tsx').then((m) => ({ default: m.ExportPanel })))

/** File formats offered unless `formats` names others. */
const LISTED = ['csv', 'xlsx'] as const

interface ExportMenuProps<Format extends FileFormat> {
  /** Formats to choose from; by default CSV and Excel. */
  readonly formats?: readonly Format[]
  /** Fetches the file of the list as it is filtered now. */
  readonly load: (format: Format) => Promise<Blob>
  /** Word for the content; the file name consists of this word and the date. */
  readonly name: string
  readonly isPhone: boolean
}

/** Shows the button that downloads the filtered list as a file, in a format that the user chooses. */
export function ExportMenu<Format extends FileFormat = (typeof LISTED)[number]>(props: ExportMenuProps<Format>) {
  const { load, name, isPhone, formats = LISTED as readonly FileFormat[] as readonly Format[] } = props
  const button = useRef<HTMLButtonElement>(null)
  const panelId = useId()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)

  async function save(format: Format): Promise<void> {
    setOpen(false)
    setBusy(true)
    button.current?.focus()
    await saveExport(name, format, () => load(format))
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
        <Suspense fallback={null}>
          <ExportPanel
            id={panelId}
            anchor={button}
            formats={formats}
            onChoose={(format) => save(format as Format)}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
