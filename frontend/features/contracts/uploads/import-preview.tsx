import { useState } from 'react'
import { contracts, type Mapping, type SheetPreview } from '../../../../shared/contract/contracts.ts'
import { messageOf } from '../../../lib/call-error.ts'
import { formatNumber } from '../../../lib/format.ts'
import { formatImportStats, ImportStats } from '../../../records/imports/import-notes.tsx'
import {
  countGoodRows,
  DiscardUpload,
  ImportPreview,
  isUnderWayError,
  LoadingPreview,
  PreviewNotes,
  type ShownUpload,
} from '../../../records/imports/import-preview.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { DialogBody, DialogClose, DialogFooter } from '../../../ui/dialogs/dialog.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { toast } from '../../../ui/messages/toast.ts'
import { loadWrongRows, refreshImportedContracts, useConfirmUpload, useMapping, usePreview } from '../api.ts'
import { PreviewChoices, PreviewTable } from './preview-table.tsx'

interface ContractPreviewProps {
  readonly uploadId: string
  readonly onClose: () => void
}

/** Shows what an upload will change before it is stored, and the meaning of its columns (rulings 58b, decision 95). */
export function ContractPreview({ uploadId, onClose }: ContractPreviewProps) {
  return (
    <ImportPreview uploadId={uploadId} endpoints={contracts} loadWrongRows={loadWrongRows} onClose={onClose}>
      {(shown) => <Shown {...shown} />}
    </ImportPreview>
  )
}

function Shown(props: ShownUpload) {
  const { data, error, isError, refetch } = usePreview(props.upload.id, props.upload.reading)
  if (!data) return <LoadingPreview error={isError ? error : null} onRetry={refetch} />
  const first = firstOf(data.sheets)
  const sheet = data.sheets[first]
  if (!sheet) return <DialogBody>Dit bestand bevat geen rijen.</DialogBody>
  return <Preview {...props} sheets={data.sheets} initial={mappingOf(first, sheet)} />
}

/** Returns the index of the sheet to show first: one that is recognised as a list, else the longest. */
function firstOf(sheets: readonly SheetPreview[]): number {
  const recognised = sheets.findIndex(({ headerRow }) => headerRow !== null)
  const most = Math.max(...sheets.map(({ rows }) => rows.length))
  return recognised >= 0 ? recognised : sheets.findIndex(({ rows }) => rows.length === most)
}

/**
 * Returns the initial mapping of a sheet: the meanings that the server recognised or guessed for its columns. If the
 * server recognised no row of headers, the row with the most known headers replaces a guess that knows no more columns.
 */
function mappingOf(sheet: number, { rows, headerRow, likelyRow, fields, monthFirst }: SheetPreview): Mapping {
  const known = (all: SheetPreview['fields']) => all.filter((field) => field !== null).length
  const best = rows.toSorted((a, b) => known(b.fields) - known(a.fields))[0]
  const isRecognised = headerRow !== null || known(fields) > known(best?.fields ?? [])
  const header = headerRow ?? (isRecognised ? likelyRow : null) ?? best?.number ?? 1
  return { sheet, headerRow: header, fields: isRecognised ? fields : (best?.fields ?? []), monthFirst }
}

interface PreviewProps extends ShownUpload {
  readonly sheets: readonly SheetPreview[]
  readonly initial: Mapping
}

function Preview({ upload, sheets, initial, onStored, onClose, refetch }: PreviewProps) {
  const { id: uploadId, stats, state, error: refusal, isPlanned, reading } = upload
  const [mapping, setMapping] = useState(initial)
  const [remembers, setRemembers] = useState(true)
  const mapCommand = useMapping()
  const confirmCommand = useConfirmUpload()
  const sheet = sheets[mapping.sheet]
  if (!sheet) return null
  const isUnstored = state === 'controle nodig' || isPlanned
  const isShown = state === 'controle nodig' && isPlanned && refusal === null
  const isChanged = JSON.stringify(mapping) !== JSON.stringify(initial) && !isOtherSheet(mapping, initial, sheets)
  const error = mapCommand.error ?? confirmCommand.error
  const busy = mapCommand.isPending || confirmCommand.isPending
  const rows = countGoodRows(stats)

  async function map(isCheck: boolean): Promise<void> {
    const body = isCheck ? { ...mapping, isCheck } : mapping
    const reply = await mapCommand.mutateAsync({ params: { id: uploadId }, body }).catch(nullOnFailure)
    refetch()
    if (!reply || isCheck) return
    toast({ title: 'Upload voltooid', description: formatImportStats(reply.stats) })
    onClose()
  }

  async function confirm(): Promise<void> {
    const body = { seenReading: reading, remembers }
    const reply = await confirmCommand.mutateAsync({ params: { id: uploadId }, body }).catch(nullOnFailure)
    refreshImportedContracts()
    refetch()
    if (reply?.state !== 'klaar') return
    toast({ title: 'Upload voltooid', description: formatImportStats(reply.stats) })
    onStored(reply)
  }

  return (
    <>
      <DialogBody>
        {isShown && !isChanged && <ImportStats stats={stats} isPlanned />}
        {refusal !== null && (
          <Stack as="p" gap={8} size={13} color="bad" className="pv-import-refusal" role="alert">
            {refusal}
          </Stack>
        )}
        <PreviewChoices sheets={sheets} mapping={mapping} onMapping={setMapping} mappingOf={mappingOf} />
        {error && !isUnderWayError(error) && (
          <Stack as="p" gap={8} size={13} color="bad" className="pv-import-refusal" role="alert">
            {messageOf(error, 'Het bestand kon niet worden verwerkt. Probeer het opnieuw.')}
          </Stack>
        )}
        <Row gap={16} align="start" className="pv-preview">
          <PreviewTable
            sheet={sheet}
            mapping={mapping}
            isAsRead={!isChanged}
            onFields={(fields) => setMapping({ ...mapping, fields })}
          />
          {isShown && !isChanged && <PreviewNotes upload={upload} loadWrongRows={loadWrongRows} />}
        </Row>
        {isShown && !isChanged && (
          <Checkbox
            value={remembers}
            onChange={setRemembers}
            label="Deze indeling onthouden"
            hint="Een volgend bestand met deze kolommen gaat vanzelf."
          />
        )}
      </DialogBody>
      <DialogFooter
        start={state === 'controle nodig' && <DiscardUpload upload={upload} endpoints={contracts} onDone={onClose} />}
      >
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

/** Tells whether the user switched to another sheet than the initial one, and kept its columns as recognised. */
const isOtherSheet = (mapping: Mapping, initial: Mapping, sheets: readonly SheetPreview[]): boolean => {
  const sheet = sheets[mapping.sheet]
  return (
    mapping.sheet !== initial.sheet &&
    sheet !== undefined &&
    JSON.stringify(mapping) === JSON.stringify(mappingOf(mapping.sheet, sheet))
  )
}

const nullOnFailure = () => null
