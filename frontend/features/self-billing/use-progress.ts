import { useState } from 'react'

/**
 * Returns the progress of an upload in percent, with functions that update and end it. Null while the server processes
 * the file, undefined without an upload.
 */
export function useProgress() {
  const [progress, setProgress] = useState<number | null>()
  return {
    progress,
    onProgress: (part: number) => setProgress(part < 1 ? part * 100 : null),
    settle: () => setProgress(undefined),
  }
}
