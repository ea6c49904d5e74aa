import { useState } from 'react'

/** How far an upload is, as `FileDrop` shows it: undefined while there is none, null while the server works on it. */
export function useProgress() {
  const [progress, setProgress] = useState<number | null>()
  return {
    progress,
    onProgress: (part: number) => setProgress(part < 1 ? part * 100 : null),
    settle: () => setProgress(undefined),
  }
}
