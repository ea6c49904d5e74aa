import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/buttons/button.tsx'
import { saveExport } from '../list/save-export.ts'

/** Function that fetches the refused rows of an upload as a workbook. */
export type LoadWrongRows = (uploadId: string) => Promise<Blob>

interface WrongRowsProps {
  readonly uploadId: string
  /** Number of refused rows. */
  readonly errors: number
  /** Fetches the workbook; undefined for an import that offers none. Then nothing is shown. */
  readonly load: LoadWrongRows | undefined
}

/** Shows the button that saves the refused rows of an upload, to be corrected and uploaded again. */
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
