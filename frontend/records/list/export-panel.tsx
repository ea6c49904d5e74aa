import type { RefObject } from 'react'
import { ActionPanel } from '../../ui/menus/action-panel.tsx'
import type { FileFormat } from './save-export.ts'

interface ExportPanelProps {
  readonly id: string
  readonly anchor: RefObject<HTMLButtonElement | null>
  readonly formats: readonly FileFormat[]
  readonly onChoose: (format: FileFormat) => void
  readonly onClose: () => void
}

const names: Record<FileFormat, string> = { csv: 'CSV-bestand', xlsx: 'Excel-bestand', pdf: 'PDF' }

/** Shows the file formats of an export to choose from. Mounted only while open. */
export function ExportPanel({ id, anchor, formats, onChoose, onClose }: ExportPanelProps) {
  return (
    <ActionPanel id={id} anchor={anchor} label="Exporteren als" onClose={onClose}>
      {formats.map((format) => (
        <button key={format} type="button" className="pv-menu-item" onClick={() => onChoose(format)}>
          {names[format]}
        </button>
      ))}
    </ActionPanel>
  )
}
