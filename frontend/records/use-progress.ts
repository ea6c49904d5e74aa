import { useState } from 'react'

/**
 * Returns the `progress` of an upload in percent: null while the server processes the file, undefined without upload.
 * `onProgress` takes the part that was sent, from 0 to 1; `settle` ends the progress.
 */
export function useUploadProgress() {
  const [progress, setProgress] = useState<number | null>()
  return {
    progress,
    onProgress: (part: number) => setProgress(part < 1 ? part * 100 : null),
    settle: () => setProgress(undefined),
  }
}
