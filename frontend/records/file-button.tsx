import { type ReactNode, useState } from 'react'
import { saveFile } from '../lib/download.ts'
import { Button } from '../ui/buttons/button.tsx'
import { showFailure } from './failure.ts'

interface FileButtonProps {
  readonly label: string
  /** Words after the label for screen readers, where several buttons have the same label. */
  readonly detail?: string
  readonly icon: ReactNode
  readonly name: string
  readonly load: () => Promise<Blob>
  readonly size?: 'small'
}

/** Shows a button that downloads a file. */
export function FileButton({ label, detail, icon, name, load, ...more }: FileButtonProps) {
  const [busy, setBusy] = useState(false)
  async function save(): Promise<void> {
    setBusy(true)
    try {
      saveFile(await load(), name)
    } catch (error) {
      showFailure(error, { fallback: 'Het bestand kon niet worden gemaakt.' })
    }
    setBusy(false)
  }
  return (
    <Button icon={icon} busy={busy} onClick={save} aria-label={detail && `${label} ${detail}`} {...more}>
      {label}
    </Button>
  )
}
