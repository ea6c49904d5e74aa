import type { ContractUpload } from '../../../shared/contract/contracts.ts'
import { formatDateTime } from '../../lib/format.ts'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '../../ui/dialog.tsx'
import { ImportStats, Problems } from './problems.tsx'
import { UploadState, uploaderOf } from './upload-state.tsx'

interface UploadDetailsProps {
  readonly upload: ContractUpload
  readonly onClose: () => void
}

/** What came of one upload, and what is wrong with its rows. */
export function UploadDetails({ upload, onClose }: UploadDetailsProps) {
  const { filename, uploadedAt, state, error, stats, details } = upload
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={filename}
      description={`${formatDateTime(uploadedAt)} · ${uploaderOf(upload)}`}
    >
      <DialogBody>
        <p>
          <UploadState state={state} />
        </p>
        {error && <p className="contracts-refusal">{error}</p>}
        {state === 'klaar' && <ImportStats stats={stats} />}
        {details.length > 0 && (
          <section>
            <h3 className="contracts-heading">Meldingen per rij</h3>
            <Problems problems={details} />
          </section>
        )}
        {state === 'klaar' && details.length === 0 && <p>Er waren geen meldingen.</p>}
      </DialogBody>
      <DialogFooter>
        <DialogClose>Sluiten</DialogClose>
      </DialogFooter>
    </Dialog>
  )
}
