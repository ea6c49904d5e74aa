import { type ReactNode, useState } from 'react'
import { type Imported, MAX_API_UPLOAD_BYTES, spreadsheet } from '../../shared/contract/imports.ts'
import { CallError, messageOf } from '../lib/call-error.ts'
import { formatNumber } from '../lib/format.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { FileDrop } from '../ui/file-drop.tsx'
import { toast } from '../ui/toast.ts'
import { ImportNotes, ImportStats, Problems } from './import-notes.tsx'
import { type Refusal, refusalOf } from './import-refusal.ts'
import './imports.css'

interface Sent {
  readonly file: File
  readonly onProgress: (part: number) => void
}

interface ImportDialogProps {
  readonly title: string
  readonly description: string
  /** Where larger files go in the bucket. */
  readonly folder: string
  /** The command that uploads. */
  readonly upload: {
    readonly mutateAsync: (sent: Sent) => Promise<Imported>
    readonly data: Imported | undefined
    readonly isPending: boolean
    readonly reset: () => void
  }
  /** Fetches the list of uploads anew: one that failed is in it too. */
  readonly onRefused: () => void
  readonly onClose: () => void
  /** Lets the user say what the columns of a refused file mean. */
  readonly onMap?: (uploadId: string) => void
  /** Shown below the choice of a file. */
  readonly children?: ReactNode
}

const { extensions } = spreadsheet

/** Uploads a spreadsheet and tells what came of it (spec §2, rulings 54). */
export function ImportDialog(props: ImportDialogProps) {
  const { title, description, folder, upload, onRefused, onClose, onMap, children } = props
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState<string>()
  const [sent, setSent] = useState<number | null>()
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const imported = upload.data

  function choose(next: File): void {
    setRefusal(null)
    setFile(next)
    setProblem(next.size > MAX_API_UPLOAD_BYTES ? tooLarge(next, folder) : undefined)
  }

  async function send(): Promise<void> {
    if (!file) return setProblem('Kies eerst een bestand')
    setRefusal(null)
    setSent(0)
    try {
      await upload.mutateAsync({ file, onProgress: (part) => setSent(part < 1 ? part * 100 : null) })
      toast({ title: 'Upload voltooid', description: file.name })
    } catch (error) {
      refuse(error)
    } finally {
      setSent(undefined)
    }
  }

  function refuse(error: unknown): void {
    onRefused()
    const description = messageOf(error, 'Het bestand kon niet worden verwerkt. Probeer het opnieuw.')
    if (isWaiting(error)) {
      toast({ title: 'Upload ontvangen', description, tone: 'info' })
      onClose()
      return
    }
    setRefusal(refusalOf(error))
    toast({ title: 'Upload mislukt', description, tone: 'destructive' })
  }

  if (imported) {
    return (
      <UploadResult
        imported={imported}
        filename={file?.name ?? ''}
        onClose={onClose}
        onAnother={() => {
          upload.reset()
          setFile(null)
        }}
      />
    )
  }
  return (
    <Dialog open onOpenChange={onClose} title={title} description={description}>
      <DialogBody>
        <Field label="Bestand" error={problem} hint="Maximaal 4 MB.">
          <FileDrop
            accept={extensions}
            onFile={choose}
            onRefuse={({ name }) => setProblem(`${name} kan niet worden verwerkt. Kies een ${extensions.join(', ')}.`)}
            file={file}
            {...(sent === undefined ? {} : { progress: sent })}
          />
        </Field>
        {refusal && (
          <div className="pv-import-refusal" role="alert">
            <p>{refusal.message}</p>
            {refusal.details.length > 0 && <Problems problems={refusal.details} />}
            {onMap && <MapButton refusal={refusal} onMap={onMap} />}
          </div>
        )}
        {children}
      </DialogBody>
      <DialogFooter>
        <DialogClose />
        <Button tone="primary" busy={upload.isPending} disabled={problem !== undefined} onClick={send}>
          Uploaden
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

function MapButton({ refusal: { uploadId }, onMap }: { refusal: Refusal; onMap: (uploadId: string) => void }) {
  return uploadId ? <Button onClick={() => onMap(uploadId)}>Kolommen aanwijzen</Button> : null
}

interface UploadResultProps {
  readonly imported: Imported
  readonly filename: string
  readonly onClose: () => void
  readonly onAnother: () => void
}

function UploadResult({ imported: { stats, details, leftOut }, filename, onClose, onAnother }: UploadResultProps) {
  return (
    <Dialog open onOpenChange={onClose} title="Upload voltooid" description={filename}>
      <DialogBody>
        <ImportStats stats={stats} />
        <ImportNotes details={details} leftOut={leftOut} />
      </DialogBody>
      <DialogFooter>
        <Button onClick={onAnother}>Nog een bestand</Button>
        <Button tone="primary" onClick={onClose}>
          Klaar
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

/** The file was received, but another import has to finish first; its event will import it. */
const isWaiting = (error: unknown) => error instanceof CallError && error.status === 409

const tooLarge = ({ size }: File, folder: string) =>
  `Dit bestand is ${formatNumber(Math.round(size / 100_000) / 10)} MB en hier kan maximaal 4 MB worden geüpload. ` +
  `Grotere bestanden gaan voorlopig rechtstreeks naar de uploadbucket, in de map ${folder}; vraag de beheerder van het platform.`
