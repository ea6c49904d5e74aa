import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { saveExport } from './save-export.ts'

/** Fetches the wrong rows of an upload as a workbook. */
export type LoadWrongRows = (uploadId: string) => Promise<Blob>

interface WrongRowsProps {
  readonly uploadId: string
  /** How many rows are wrong. */
  readonly errors: number
  /** Undefined where there is no such file. */
  readonly load: LoadWrongRows | undefined
}

/** Saves the rows of an upload that were refused, to be corrected and uploaded again. */
export function WrongRows({ uploadId, errors, load }: WrongRowsProps) {
  const [busy, setBusy] = useState(false)
  if (!load || errors === 0) return null
  async function save(fetchFile: LoadWrongRows): Promise<void> {
    setBusy(true)
    await saveExport('foute-rijen', 'xlsx', () => fetchFile(uploadId))
    setBusy(false)
  }
  return (
    <p>
      <Button icon={<Download />} busy={busy} onClick={() => save(load)}>
        Foute rijen downloaden
      </Button>
    </p>
  )
}
