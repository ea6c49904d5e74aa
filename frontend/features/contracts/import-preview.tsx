import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Mapping, SheetPreview } from '../../../shared/contract/contracts.ts'
import type { Upload } from '../../../shared/contract/imports.ts'
import { CallError, messageOf } from '../../lib/call-error.ts'
import { formatNumber } from '../../lib/format.ts'
import { tellFailure } from '../../records/failure.ts'
import { ImportNotes, ImportStats, statsText } from '../../records/import-notes.tsx'
import { isUnderWay } from '../../records/upload-state.tsx'
import { WrongRows } from '../../records/wrong-rows.tsx'
import { Confirm } from '../../ui/alert-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { loadWrongRows, refreshImported, useConfirm, useDiscard, useMapping, usePreview, useUpload } from './api.ts'
import { PreviewChoices, PreviewTable } from './preview-table.tsx'

interface ImportPreviewProps {
  readonly uploadId: string
  readonly onClose: () => void
}

/** Shows the effects of an upload before it is stored, and the meaning of its columns (rulings 58b, decision 95). */
export function ImportPreview({ uploadId, onClose }: ImportPreviewProps) {
  const upload = useUpload(uploadId)
  const [stored, setStored] = useState<Upload | null>(null)
  const { data } = upload
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="large"
      forReading
      title={stored ? 'Upload voltooid' : 'Import controleren'}
      {...(data ? { description: data.filename } : {})}
    >
      {stored ? (
        <Stored upload={stored} onClose={onClose} />
      ) : data && isUnderWay(data) ? (
        <UnderWay upload={data} />
      ) : data ? (
        <Shown key={data.reading} upload={data} onStored={setStored} onClose={onClose} refetch={upload.refetch} />
      ) : (
        <Loading error={upload.isError ? upload.error : null} onRetry={upload.refetch} />
      )}
    </Dialog>
  )
}

function Loading({ error, onRetry }: { readonly error: Error | null; readonly onRetry: () => void }) {
  return (
    <DialogBody>
      {error ? <ErrorState error={error} onRetry={onRetry} /> : <Skeleton width="100%" height="240px" />}
    </DialogBody>
  )
}

/** Shows the progress of a preview, or of an import that its event continues. */
function UnderWay({ upload: { stats, isPlanned } }: { readonly upload: Upload }) {
  const label = isPlanned ? 'Voorbeeld maken' : 'Importeren'
  return (
    <>
      <DialogBody>
        <Progress value={null} label={label} />
        <p role="status">
          {label}: {statsText(stats)}
        </p>
        <p className="pv-soft">Gaat door als je dit venster sluit.</p>
      </DialogBody>
      <DialogFooter>
        <DialogClose>Sluiten</DialogClose>
      </DialogFooter>
    </>
  )
}

function Stored({ upload, onClose }: { readonly upload: Upload; readonly onClose: () => void }) {
  return (
    <>
      <DialogBody>
        <ImportStats stats={upload.stats} />
        <WrongRows uploadId={upload.id} errors={upload.stats.errors} load={loadWrongRows} />
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

interface ShownProps {
  readonly upload: Upload
  readonly onStored: (upload: Upload) => void
  readonly onClose: () => void
  readonly refetch: () => void
}

function Shown(props: ShownProps) {
  const { data, error, isError, refetch } = usePreview(props.upload.id, props.upload.reading)
  if (!data) return <Loading error={isError ? error : null} onRetry={refetch} />
  const first = firstOf(data.sheets)
  const sheet = data.sheets[first]
  if (!sheet) return <DialogBody>Dit bestand bevat geen rijen.</DialogBody>
  return <Preview {...props} sheets={data.sheets} initial={mappingOf(first, sheet)} />
}

/** Returns the index of the sheet that is recognised as a list, else of the one with the most rows. */
function firstOf(sheets: readonly SheetPreview[]): number {
  const recognised = sheets.findIndex(({ headerRow }) => headerRow !== null)
  const most = Math.max(...sheets.map(({ rows }) => rows.length))
  return recognised >= 0 ? recognised : sheets.findIndex(({ rows }) => rows.length === most)
}

/** Returns the initial mapping of a sheet: as recognised or guessed, else by the row with the most known headers. */
function mappingOf(sheet: number, { rows, headerRow, likelyRow, fields, monthFirst }: SheetPreview): Mapping {
  const known = (all: SheetPreview['fields']) => all.filter((field) => field !== null).length
  const best = rows.toSorted((a, b) => known(b.fields) - known(a.fields))[0]
  const isTold = headerRow !== null || known(fields) > known(best?.fields ?? [])
  const header = headerRow ?? (isTold ? likelyRow : null) ?? best?.number ?? 1
  return { sheet, headerRow: header, fields: isTold ? fields : (best?.fields ?? []), monthFirst }
}

/** Returns the number of rows that will be stored. */
const goodRows = ({ totalRows, errors }: Upload['stats']) => totalRows - errors

interface PreviewProps extends ShownProps {
  readonly sheets: readonly SheetPreview[]
  readonly initial: Mapping
}

function Preview({ upload, sheets, initial, onStored, onClose, refetch }: PreviewProps) {
  const { id: uploadId, stats, state, error: refusal, isPlanned, reading } = upload
  const [mapping, setMapping] = useState(initial)
  const [remembers, setRemembers] = useState(true)
  const mapCommand = useMapping()
  const confirmCommand = useConfirm()
  const sheet = sheets[mapping.sheet]
  if (!sheet) return null
  const isUnstored = state === 'controle nodig' || isPlanned
  const isShown = state === 'controle nodig' && isPlanned && refusal === null
  const isChanged = JSON.stringify(mapping) !== JSON.stringify(initial) && !isOtherSheet(mapping, initial, sheets)
  const error = mapCommand.error ?? confirmCommand.error
  const busy = mapCommand.isPending || confirmCommand.isPending
  const rows = goodRows(stats)

  async function map(isCheck: boolean): Promise<void> {
    const body = isCheck ? { ...mapping, isCheck } : mapping
    const reply = await mapCommand.mutateAsync({ params: { id: uploadId }, body }).catch(goesOn)
    refetch()
    if (!reply || isCheck) return
    toast({ title: 'Upload voltooid', description: statsText(reply.stats) })
    onClose()
  }

  async function confirm(): Promise<void> {
    const body = { seenReading: reading, remembers }
    const reply = await confirmCommand.mutateAsync({ params: { id: uploadId }, body }).catch(goesOn)
    refreshImported()
    refetch()
    if (reply?.state !== 'klaar') return
    toast({ title: 'Upload voltooid', description: statsText(reply.stats) })
    onStored(reply)
  }

  return (
    <>
      <DialogBody>
        {isShown && !isChanged && <ImportStats stats={stats} isPlanned />}
        {refusal !== null && (
          <p className="pv-import-refusal" role="alert">
            {refusal}
          </p>
        )}
        <PreviewChoices sheets={sheets} mapping={mapping} onMapping={setMapping} mappingOf={mappingOf} />
        {error && !isUnderWayError(error) && (
          <p className="pv-import-refusal" role="alert">
            {messageOf(error, 'Het bestand kon niet worden verwerkt. Probeer het opnieuw.')}
          </p>
        )}
        <div className="contracts-preview">
          <PreviewTable
            sheet={sheet}
            mapping={mapping}
            isAsRead={!isChanged}
            onFields={(fields) => setMapping({ ...mapping, fields })}
          />
          {isShown && !isChanged && (upload.details.length > 0 || upload.leftOut.length > 0) && (
            <div className="contracts-preview-notes">
              <WrongRows uploadId={uploadId} errors={stats.errors} load={loadWrongRows} />
              <ImportNotes {...upload} isPlanned />
            </div>
          )}
        </div>
        {isShown && !isChanged && (
          <Checkbox
            value={remembers}
            onChange={setRemembers}
            label="Deze indeling onthouden"
            hint="Een volgend bestand met deze kolommen gaat vanzelf."
          />
        )}
      </DialogBody>
      <DialogFooter start={state === 'controle nodig' && <DiscardUpload upload={upload} onDone={onClose} />}>
        <DialogClose />
        {isShown && !isChanged ? (
          <Button tone="primary" busy={busy} disabled={rows === 0} onClick={confirm}>
            {`${formatNumber(rows)} ${rows === 1 ? 'rij' : 'rijen'} importeren`}
          </Button>
        ) : (
          <Button tone="primary" busy={busy} onClick={() => map(isUnstored)}>
            {isUnstored ? 'Voorbeeld maken' : 'Opslaan en importeren'}
          </Button>
        )}
      </DialogFooter>
    </>
  )
}

/** Discards an upload after a question. */
function DiscardUpload({ upload: { id, filename }, onDone }: { readonly upload: Upload; readonly onDone: () => void }) {
  const [isAsking, setAsking] = useState(false)
  const command = useDiscard()

  async function discard(): Promise<void> {
    try {
      await command.mutateAsync({ params: { id } })
    } catch (error) {
      tellFailure(error, { fallback: 'De import kon niet worden weggegooid. Probeer het opnieuw.' })
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

/** Tells whether another sheet is shown with its initial mapping. */
const isOtherSheet = (mapping: Mapping, initial: Mapping, sheets: readonly SheetPreview[]): boolean => {
  const sheet = sheets[mapping.sheet]
  return (
    mapping.sheet !== initial.sheet &&
    sheet !== undefined &&
    JSON.stringify(mapping) === JSON.stringify(mappingOf(mapping.sheet, sheet))
  )
}

/** Tells whether a call ran out of time, so that the event continues the upload and its state shows the progress. */
const isUnderWayError = (error: Error) =>
  error instanceof CallError && error.status === 409 && Object(error.body).state === 'wordt verwerkt'

const goesOn = () => null
