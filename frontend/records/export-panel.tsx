import type { RefObject } from 'react'
import type { ExportFormat } from '../../shared/contract/export.ts'
import { ActionPanel } from '../ui/action-panel.tsx'

interface ExportPanelProps {
  readonly id: string
  readonly anchor: RefObject<HTMLButtonElement | null>
  readonly onChoose: (format: ExportFormat) => void
  readonly onClose: () => void
}

/** The formats to choose from. Mounted only while open. */
export function ExportPanel({ id, anchor, onChoose, onClose }: ExportPanelProps) {
  return (
    <ActionPanel id={id} anchor={anchor} label="Exporteren als" onClose={onClose}>
      <button type="button" className="pv-menu-item" onClick={() => onChoose('csv')}>
        CSV-bestand
      </button>
      <button type="button" className="pv-menu-item" onClick={() => onChoose('xlsx')}>
        Excel-bestand
      </button>
    </ActionPanel>
  )
}
