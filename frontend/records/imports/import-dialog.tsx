import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ImportEndpoints } from '../../../shared/api/parts/import-endpoints.ts'
import { spreadsheet } from '../../../shared/api/parts/imports.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { FileDrop } from '../../ui/fields/file-drop.tsx'
import { ImportFiles } from './import-files.tsx'
import { ImportNotes, ImportStats } from './import-notes.tsx'
import { awaitsConfirmation, hasEnded, type Outcome, useImports } from './use-imports.ts'
import { WrongRows } from './wrong-rows.tsx'

interface ImportDialogProps {
  readonly title: string
  readonly description: string
  readonly endpoints: ImportEndpoints
  readonly onClose: () => void
  /** Opens the preview of a file, where the user confirms the import or assigns the columns. */
  readonly onPreview: (uploadId: string) => void
  /** Files that are previewed by default: only those with a new layout, or all. */
  readonly previews: 'new' | 'all'
  /** Content below the file picker. */
  readonly children?: ReactNode
}

const { extensions } = spreadsheet

/** Shows a dialog that uploads spreadsheets and reports the result of each (spec §2, rulings 54, 56). */
export function ImportDialog(props: ImportDialogProps) {
  const { title, description, endpoints, onClose, onPreview, previews, children } = props
  const [problem, setProblem] = useState<string>()
  const [isAlways, setAlways] = useState(previews === 'all')
  const check = isAlways ? 'all' : previews === 'new' ? 'new' : 'never'
  const { files, isSending, add, remove, clear, start, end } = useImports(endpoints, check)
  const [only, ...others] = files
  const toShow =
    others.length === 0 && only?.outcome && awaitsConfirmation(only.outcome) ? only.outcome.uploadId : undefined
  const show = useRef(onPreview)
  useEffect(() => {
    show.current = onPreview
  })
  useEffect(() => {
    if (toShow !== undefined) show.current(toShow)
  }, [toShow])

  function choose(chosen: readonly File[], refused: readonly File[]): void {
    const names = refused.map(({ name }) => name).join(', ')
    setProblem(names ? `${names} kan niet worden verwerkt. Kies een ${extensions.join(', ')}.` : undefined)
    add(chosen)
  }

  async function send(): Promise<void> {
    setProblem((await start()) ? undefined : 'Kies eerst een bestand')
  }

  if (only?.outcome && others.length === 0 && toShow === undefined) {
    return (
      <UploadResult
        outcome={only.outcome}
        filename={only.file.name}
        endpoint={endpoints.wrongRows}
        onClose={onClose}
        onAnother={clear}
      />
    )
  }
  const isDone = files.some(({ outcome }) => outcome) && files.every(hasEnded)
  return (
    <Dialog onOpenChange={onClose} title={title} description={description}>
      <DialogBody>
        <Field label="Bestand" error={problem} hint="Een of meer bestanden van elk maximaal 50 MB.">
          <FileDrop accept={extensions} multiple onFiles={choose} disabled={isSending} />
        </Field>
        <ImportFiles files={files} endpoints={endpoints} onRemove={remove} onEnd={end} onPreview={onPreview} />
        <Checkbox
          value={isAlways}
          onChange={setAlways}
          disabled={isSending}
          label="Eerst laten zien wat er gebeurt"
          {...(previews === 'new' ? { hint: 'Een nieuwe indeling zie je altijd eerst.' } : {})}
        />
        {children}
      </DialogBody>
      <DialogFooter>
        <DialogClose>{isDone ? 'Klaar' : 'Annuleren'}</DialogClose>
        <Button tone="primary" busy={isSending} onClick={send}>
          Uploaden
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

interface UploadResultProps {
  readonly outcome: Outcome
  readonly filename: string
  readonly endpoint: ImportEndpoints['wrongRows']
  readonly onClose: () => void
  readonly onAnother: () => void
}

function UploadResult({ outcome, filename, endpoint, onClose, onAnother }: UploadResultProps) {
  const { stats, uploadId } = outcome
  return (
    <Dialog onOpenChange={onClose} title="Upload voltooid" description={filename}>
      <DialogBody>
        <ImportStats stats={stats} />
        <WrongRows uploadId={uploadId} errors={stats.errors} endpoint={endpoint} />
        <ImportNotes {...outcome} />
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
