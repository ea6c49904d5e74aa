import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ImportEndpoints } from '../../../shared/api/parts/import-endpoints.ts'
import type { Mapping, SheetPreview } from '../../../shared/api/parts/imports.ts'
import { messageOf } from '../../lib/call-error.ts'
import { call } from '../../lib/client.ts'
import { formatNumber } from '../../lib/format.ts'
import { keyOf, useCommand } from '../../lib/query.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { DialogBody, DialogClose, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { toast } from '../../ui/messages/toast.ts'
import { formatImportStats, ImportStats } from './import-notes.tsx'
import {
  countGoodRows,
  DiscardUpload,
  ImportPreview,
  isUnderWayError,
  LoadingPreview,
  PreviewNotes,
  type ShownUpload,
} from './import-preview.tsx'
import styles from './preview.module.css'
import { PreviewChoices, PreviewTable } from './preview-table.tsx'

/** Kind of import whose columns people map: its endpoints and the labels of its columns. */
export interface MappedImport<F extends string> {
  readonly endpoints: ImportEndpoints<F>
  readonly labels: Readonly<Record<F, string>>
  /** Says what becomes of a column without a meaning. */
  readonly unused: string
  /** Says what remembering the columns of a file means for the next one. */
  readonly rememberHint: string
}

interface MappedPreviewProps<F extends string> {
  readonly uploadId: string
  readonly of: MappedImport<F>
  readonly onClose: () => void
}

/** Shows what an upload will change before it is stored, and the meaning of its columns (rulings 58b, decision 62). */
export function MappedPreview<F extends string>({ uploadId, of, onClose }: MappedPreviewProps<F>) {
  const { endpoints } = of
  return (
    <ImportPreview uploadId={uploadId} endpoints={endpoints} onClose={onClose}>
      {(shown) => <Shown {...shown} of={of} />}
    </ImportPreview>
  )
}

interface ShownProps<F extends string> extends ShownUpload {
  readonly of: MappedImport<F>
}

function Shown<F extends string>(props: ShownProps<F>) {
  const { upload, of } = props
  const { preview } = of.endpoints
  // `reading` counts how often the server read the file; another number fetches anew.
  const { data, error, isError, refetch } = useQuery({
    ...keyOf(preview, upload.id, upload.reading),
    queryFn: ({ signal }) => call(preview, { params: { id: upload.id } }, { signal }),
    gcTime: 0,
  })
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
function mappingOf<F extends string>(
  sheet: number,
  { rows, headerRow, likelyRow, fields, monthFirst }: SheetPreview<F>,
): Mapping<F> {
  const known = (all: readonly (F | null)[]) => all.filter((field) => field !== null).length
  const best = rows.toSorted((a, b) => known(b.fields) - known(a.fields))[0]
  const isRecognised = headerRow !== null || known(fields) > known(best?.fields ?? [])
  const header = headerRow ?? (isRecognised ? likelyRow : null) ?? best?.number ?? 1
  return { sheet, headerRow: header, fields: isRecognised ? fields : (best?.fields ?? []), monthFirst }
}

interface PreviewProps<F extends string> extends ShownProps<F> {
  readonly sheets: readonly SheetPreview<F>[]
  readonly initial: Mapping<F>
}

function Preview<F extends string>({ upload, of, sheets, initial, onStored, onClose, refetch }: PreviewProps<F>) {
  const { endpoints, labels, unused, rememberHint } = of
  const { id: uploadId, stats, state, error: refusal, isPlanned, reading } = upload
  const [mapping, setMapping] = useState(initial)
  const [remembers, setRemembers] = useState(true)
  const mapCommand = useCommand(endpoints.mapping)
  const confirmCommand = useCommand(endpoints.confirm)
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
        <Row gap={16} align="start" className={styles.pvPreview}>
          <PreviewTable
            labels={labels}
            unused={unused}
            sheet={sheet}
            mapping={mapping}
            isAsRead={!isChanged}
            onFields={(fields) => setMapping({ ...mapping, fields })}
          />
          {isShown && !isChanged && <PreviewNotes upload={upload} endpoints={endpoints} />}
        </Row>
        {isShown && !isChanged && (
          <Checkbox value={remembers} onChange={setRemembers} label="Deze indeling onthouden" hint={rememberHint} />
        )}
      </DialogBody>
      <DialogFooter
        start={state === 'controle nodig' && <DiscardUpload upload={upload} endpoints={endpoints} onDone={onClose} />}
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
const isOtherSheet = <F extends string>(
  mapping: Mapping<F>,
  initial: Mapping<F>,
  sheets: readonly SheetPreview<F>[],
): boolean => {
  const sheet = sheets[mapping.sheet]
  return (
    mapping.sheet !== initial.sheet &&
    sheet !== undefined &&
    JSON.stringify(mapping) === JSON.stringify(mappingOf(mapping.sheet, sheet))
  )
}

const nullOnFailure = () => null
