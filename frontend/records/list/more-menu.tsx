import { Download, Ellipsis } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import type { ExportFormat } from '../../../shared/api/parts/export.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import type { ListAction } from './actions-panel.tsx'
import { download, type Exported, type Exporting } from './export-menu.tsx'
import { saveExport } from './save-export.ts'

const ActionsPanel = onDemand(() => import('./actions-panel.tsx').then((m) => m.ActionsPanel))

interface MoreMenuProps<E extends Exporting> {
  /** Export of the filtered list; null while there is nothing to export. */
  readonly exported: Exported<E> | null
  /** Other actions that are rarely used; false where the user may not use one. */
  readonly actions?: readonly (ListAction | false)[]
}

/** Shows the button of a list that opens the actions that are rarely used, such as the export of what is filtered. */
export function MoreMenu<const E extends Exporting>({ exported, actions = [] }: MoreMenuProps<E>) {
  const button = useRef<HTMLButtonElement>(null)
  const panelId = useId()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)

  const exportAs = (format: ExportFormat, label: string) =>
    exported && {
      label: `Exporteren als ${label}`,
      icon: <Download />,
      onSelect: async () => {
        setBusy(true)
        const { name, endpoint, query } = exported
        await saveExport(name, format, () => download(endpoint, { query: { ...query, format } }))
        setBusy(false)
      },
    }

  function choose(action: ListAction): void {
    setOpen(false)
    button.current?.focus()
    action.onSelect()
  }

  return (
    <>
      <IconButton
        ref={button}
        label="Meer"
        icon={<Ellipsis />}
        busy={busy}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={panelId}
        onClick={() => setOpen(!open)}
      />
      {open && (
        <ActionsPanel
          id={panelId}
          anchor={button}
          label="Meer"
          actions={[...actions, exportAs('csv', 'CSV'), exportAs('xlsx', 'Excel')].filter((action) => !!action)}
          onChoose={choose}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
