import { Download } from 'lucide-react'
import { useState } from 'react'
import type { ImportEndpoints } from '../../../shared/api/parts/import-endpoints.ts'
import { call } from '../../lib/client.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { saveExport } from '../list/save-export.ts'

interface WrongRowsProps {
  readonly uploadId: string
  /** Number of refused rows. */
  readonly errors: number
  readonly endpoint: ImportEndpoints['wrongRows']
}

/** Shows the button that saves the refused rows of an upload, to be corrected and uploaded again. */
export function WrongRows({ uploadId, errors, endpoint }: WrongRowsProps) {
  const [busy, setBusy] = useState(false)
  if (errors === 0) return null
  async function save(): Promise<void> {
    setBusy(true)
    await saveExport('foute-rijen', 'xlsx', () => call(endpoint, { params: { id: uploadId } }))
    setBusy(false)
  }
  return (
    <p>
      <Button icon={<Download />} busy={busy} onClick={save}>
        Foute rijen downloaden
      </Button>
    </p>
  )
}
