import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/buttons/button.tsx'
import { showFailure } from '../failure.ts'

interface RetryUploadProps {
  readonly uploadId: string
  readonly retry: (uploadId: string) => Promise<unknown>
}

/** Shows the button that continues an upload that stopped halfway. */
export function RetryUpload({ uploadId, retry }: RetryUploadProps) {
  const [isAsking, setAsking] = useState(false)

  async function begin(): Promise<void> {
    setAsking(true)
    try {
      await retry(uploadId)
    } catch (error) {
      showFailure(error, { fallback: 'De upload kon niet opnieuw worden geprobeerd. Probeer het later nog eens.' })
    } finally {
      setAsking(false)
    }
  }

  return (
    <Button tone="primary" icon={<RotateCw />} disabled={isAsking} onClick={begin}>
      Opnieuw proberen
    </Button>
  )
}
