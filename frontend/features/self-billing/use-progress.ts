import { useState } from 'react'

/**
 * Keeps the progress of an upload as `FileDrop` takes it: undefined without one, null while the server processes it.
 */
export function useProgress() {
  const [progress, setProgress] = useState<number | null>()
  return {
    progress,
    onProgress: (part: number) => setProgress(part < 1 ? part * 100 : null),
    settle: () => setProgress(undefined),
  }
}
