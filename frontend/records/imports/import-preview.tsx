import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { Fragment, type ReactNode, useState } from 'react'
import type { ImportEndpoints } from '../../../shared/api/parts/import-endpoints.ts'
import type { Upload } from '../../../shared/api/parts/imports.ts'
import { CallError } from '../../lib/call-error.ts'
import { query, useCommand } from '../../lib/query.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Confirm } from '../../ui/dialogs/alert-dialog.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { ErrorState } from '../../ui/messages/error-state.tsx'
import { Progress } from '../../ui/messages/progress.tsx'
import { Skeleton } from '../../ui/messages/skeleton.tsx'
import { toast } from '../../ui/messages/toast.ts'
import { showFailure } from '../failure.ts'
import { formatImportStats, ImportNotes, ImportStats } from './import-notes.tsx'
import styles from './preview.module.css'
import { isUnderWay } from './upload-state.tsx'
import { WrongRows } from './wrong-rows.tsx'

/** Upload whose preview is shown, and functions that end or refresh the preview. */
export interface ShownUpload {
  readonly upload: Upload
  readonly onStored: (upload: Upload) => void
  readonly onClose: () => void
  readonly refetch: () => void
}

interface ImportPreviewProps {
  readonly uploadId: string
  readonly endpoints: ImportEndpoints
  readonly onClose: () => void
  /**
   * Draws an upload that is not being processed. The drawn components start afresh once the server has read the file
   * again.
   */
  readonly children: (shown: ShownUpload) => ReactNode
}

const LOOK_EVERY_MS = 1_500

/**
 * Shows a dialog with the effects of an upload before it is stored, then its progress and its result (decision 62).
 */
export function ImportPreview({ uploadId, endpoints, onClose, children }: ImportPreviewProps) {
  const { data, error, isError, refetch } = useQuery({
    ...query(endpoints.findUpload, { params: { id: uploadId } }),
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? LOOK_EVERY_MS : false),
  })
  const [stored, setStored] = useState<Upload | null>(null)
  return (
    <Dialog
      onOpenChange={onClose}
      size="large"
      forReading
      title={stored ? 'Upload voltooid' : 'Import controleren'}
      {...(data ? { description: data.filename } : {})}
    >
      {stored ? (
        <Stored upload={stored} endpoints={endpoints} onClose={onClose} />
      ) : data && isUnderWay(data) ? (
        <UnderWay upload={data} />
      ) : data ? (
        <Fragment key={data.reading}>{children({ upload: data, onStored: setStored, onClose, refetch })}</Fragment>
      ) : (
        <LoadingPreview error={isError ? error : null} onRetry={refetch} />
      )}
    </Dialog>
  )
}

interface LoadingPreviewProps {
  readonly error: Error | null
  readonly onRetry: () => void
}

/** Shows that the preview of an upload is loading, or the reason that it could not load. */
export function LoadingPreview({ error, onRetry }: LoadingPreviewProps) {
  return (
    <DialogBody>
      {error ? <ErrorState error={error} onRetry={onRetry} /> : <Skeleton width="100%" height="240px" />}
    </DialogBody>
  )
}

/** Shows the progress of a preview or an import, which continues on the server when the dialog closes. */
function UnderWay({ upload: { stats, isPlanned } }: { readonly upload: Upload }) {
  const label = isPlanned ? 'Voorbeeld maken' : 'Importeren'
  return (
    <>
      <DialogBody>
        <Progress value={null} label={label} />
        <p role="status">
          {label}: {formatImportStats(stats)}
        </p>
        <p className="pv-soft">Gaat door als je dit venster sluit.</p>
      </DialogBody>
      <DialogFooter>
        <DialogClose>Sluiten</DialogClose>
      </DialogFooter>
    </>
  )
}

interface StoredProps {
  readonly upload: Upload
  readonly endpoints: Pick<ImportEndpoints, 'wrongRows'>
  readonly onClose: () => void
}

function Stored({ upload, endpoints, onClose }: StoredProps) {
  return (
    <>
      <DialogBody>
        <ImportStats stats={upload.stats} />
        <WrongRows uploadId={upload.id} errors={upload.stats.errors} endpoint={endpoints.wrongRows} />
        <ImportNotes {...upload} />
      </DialogBody>
      <DialogFooter>
        <Button tone="primary" onClick={onClose}>
          Klaar
        </Button>
      </DialogFooter>
    </>
  )
}

interface PreviewNotesProps {
  readonly upload: Upload
  readonly endpoints: Pick<ImportEndpoints, 'wrongRows'>
}

/** Shows the refused rows and remarks of an upload beside the rows of its preview. */
export function PreviewNotes({ upload, endpoints }: PreviewNotesProps) {
  if (upload.details.length === 0 && upload.leftOut.length === 0) return null
  return (
    <Stack gap={16} className={styles.notes}>
      <WrongRows uploadId={upload.id} errors={upload.stats.errors} endpoint={endpoints.wrongRows} />
      <ImportNotes {...upload} isPlanned />
    </Stack>
  )
}

interface DiscardUploadProps {
  readonly upload: Upload
  readonly endpoints: ImportEndpoints
  readonly onDone: () => void
}

/** Shows the button that discards an upload, after a question. */
export function DiscardUpload({ upload: { id, filename }, endpoints, onDone }: DiscardUploadProps) {
  const [isAsking, setAsking] = useState(false)
  const command = useCommand(endpoints.discardUpload)

  async function discard(): Promise<void> {
    try {
      await command.mutateAsync({ params: { id } })
    } catch (error) {
      showFailure(error, { fallback: 'De import kon niet worden weggegooid. Probeer het opnieuw.' })
      return
    }
    toast({ title: 'Import weggegooid', description: filename })
    onDone()
  }

  return (
    <>
      <Button tone="ghost" icon={<Trash2 />} onClick={() => setAsking(true)}>
        Weggooien
      </Button>
      <Confirm
        open={isAsking}
        onOpenChange={setAsking}
        title={`${filename} weggooien?`}
        description="Het bestand wordt verwijderd. Er is nog niets geïmporteerd."
        confirmText="Weggooien"
        onConfirm={discard}
      />
    </>
  )
}

/** Returns the number of rows of an upload that are not refused, and that a confirmation stores. */
export const countGoodRows = ({ totalRows, errors }: Upload['stats']): number => totalRows - errors

/**
 * Tells whether a refused call is no failure, because the server is still processing the upload in the background
 * (409).
 */
export const isUnderWayError = (error: Error): boolean =>
  error instanceof CallError && error.status === 409 && Object(error.body).state === 'wordt verwerkt'
