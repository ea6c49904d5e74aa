import type { ImportEndpoints } from '../../../shared/api/parts/import-endpoints.ts'
import { mayBeMapped, type Upload } from '../../../shared/api/parts/imports.ts'
import { formatDateTime } from '../../lib/format.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { Note } from '../../ui/display/note.tsx'
import { ImportNotes, ImportStats } from './import-notes.tsx'
import { RetryUpload } from './upload-retry.tsx'
import { UploadState, uploaderOf } from './upload-state.tsx'
import { UndoneUpload, UndoUpload, type UploadUndo } from './upload-undo.tsx'
import { WrongRows } from './wrong-rows.tsx'

interface UploadDetailsProps {
  readonly upload: Upload
  readonly onClose: () => void
  /** Lets the user assign the columns of the upload. */
  readonly onMap?: ((uploadId: string) => void) | undefined
  readonly endpoint: ImportEndpoints['wrongRows']
  readonly undo?: UploadUndo | undefined
  /** Continues an upload that stopped halfway. */
  readonly retry: (uploadId: string) => Promise<unknown>
}

/**
 * Shows a dialog with the result of one upload and the problems with its rows. Buttons undo it, retry it, or let the
 * user assign its columns (`onMap`).
 */
export function UploadDetails({ upload, onClose, onMap, endpoint, undo, retry }: UploadDetailsProps) {
  const { id, filename, uploadedAt, state, error, stats, wrongRows, details, undone } = upload
  return (
    <Dialog
      onOpenChange={onClose}
      title={filename}
      description={`${formatDateTime(uploadedAt)} · ${uploaderOf(upload)}`}
    >
      <DialogBody>
        <p>
          <UploadState {...upload} />
        </p>
        {error && (
          <Note as="p" tone="bad">
            {error}
          </Note>
        )}
        {undo && undone && <UndoneUpload state={state} undone={undone} addressOf={undo.addressOf} />}
        {(state === 'klaar' || (stats.totalRows > 0 && !upload.isPlanned)) && <ImportStats stats={stats} />}
        <WrongRows uploadId={id} errors={wrongRows} endpoint={endpoint} />
        <ImportNotes {...upload} />
        {state === 'klaar' && details.length === 0 && <p>Er waren geen meldingen.</p>}
      </DialogBody>
      <DialogFooter start={undo && <UndoUpload upload={upload} undo={undo} />}>
        <DialogClose>Sluiten</DialogClose>
        {upload.isGivenUp && <RetryUpload uploadId={id} retry={retry} />}
        {onMap && mayBeMapped(upload) && <Button onClick={() => onMap(id)}>Kolommen wijzigen</Button>}
      </DialogFooter>
    </Dialog>
  )
}
