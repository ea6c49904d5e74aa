import { useState } from 'react'
import type { Upload } from '../../shared/api/parts/endpoint.ts'
import { messageOf } from '../lib/call-error.ts'
import { FileDrop } from '../ui/fields/file-drop.tsx'
import { useFormWaiting } from '../ui/fields/form.tsx'
import { useUploadProgress } from './use-progress.ts'

interface UploadDropProps<T> {
  readonly upload: Upload
  readonly send: (input: { readonly file: File; readonly onProgress: (part: number) => void }) => Promise<T>
  readonly onDone: (result: T) => void
  /** Gets what is wrong with a file, in words; null when another one is chosen. */
  readonly onFail: (message: string | null) => void
}

/** Shows an area for a file, which is uploaded as soon as it is chosen; the form around waits for it. */
export function UploadDrop<T>({ upload: { extensions, maxBytes }, send, onDone, onFail }: UploadDropProps<T>) {
  const { progress, onProgress, settle } = useUploadProgress()
  const [file, setFile] = useState<File | null>(null)
  useFormWaiting(file !== null)

  async function take(chosen: File): Promise<void> {
    onFail(null)
    if (chosen.size > maxBytes) return onFail(`${chosen.name} is groter dan ${maxBytes / 1024 / 1024} MB.`)
    setFile(chosen)
    onProgress(0)
    try {
      onDone(await send({ file: chosen, onProgress }))
    } catch (error) {
      onFail(messageOf(error, 'Het uploaden is mislukt. Probeer opnieuw.'))
    } finally {
      settle()
      setFile(null)
    }
  }

  return (
    <FileDrop
      accept={extensions}
      file={file}
      onFile={(chosen) => void take(chosen)}
      onRefuse={({ name }) => onFail(`${name} kan niet worden toegevoegd. Kies een ${extensions.join(', ')}.`)}
      {...(progress === undefined ? {} : { progress })}
    />
  )
}
