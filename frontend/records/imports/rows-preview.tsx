import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PlainImportEndpoints } from '../../../shared/contract/parts/import-endpoints.ts'
import type { SheetRows } from '../../../shared/contract/parts/imports.ts'
import { messageOf } from '../../lib/call-error.ts'
import { call } from '../../lib/client.ts'
import { formatNumber } from '../../lib/format.ts'
import { useCommand } from '../../lib/query.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Select } from '../../ui/choices/select.tsx'
import { DialogBody, DialogClose, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { Note } from '../../ui/display/note.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { toast } from '../../ui/messages/toast.ts'
import { FirstRows } from './first-rows.tsx'
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
import type { LoadWrongRows } from './wrong-rows.tsx'

interface RowsPreviewProps {
  readonly uploadId: string
  readonly endpoints: PlainImportEndpoints
  readonly loadWrongRows?: LoadWrongRows
  /** Refreshes the records that a confirmed upload changes. */
  readonly onImported: () => void
  readonly onClose: () => void
}

/**
 * Shows a dialog with the rows and effects of an upload, to confirm or discard it. For imports whose columns the user
 * does not assign (decision 94).
 */
export function RowsPreview({ uploadId, endpoints, loadWrongRows, onImported, onClose }: RowsPreviewProps) {
  return (
    <ImportPreview
      uploadId={uploadId}
      endpoints={endpoints}
      onClose={onClose}
      {...(loadWrongRows ? { loadWrongRows } : {})}
    >
      {(shown) => <Shown {...shown} endpoints={endpoints} loadWrongRows={loadWrongRows} onImported={onImported} />}
    </ImportPreview>
  )
}

interface ShownProps extends ShownUpload, Pick<RowsPreviewProps, 'endpoints' | 'onImported'> {
  readonly loadWrongRows: LoadWrongRows | undefined
}

function Shown({ upload, endpoints, loadWrongRows, onImported, onStored, onClose, refetch }: ShownProps) {
  const { id, stats, state, error: refusal, isPlanned, reading } = upload
  const isShown = state === 'controle nodig' && isPlanned && refusal === null
  const preview = useQuery({
    queryKey: [endpoints.preview.path, id, reading],
    queryFn: ({ signal }) => call(endpoints.preview, { params: { id } }, { signal }),
    enabled: isShown,
    gcTime: 0,
  })
  const { mutateAsync, error, isPending } = useCommand(endpoints.confirm, {
    refreshes: [endpoints.uploads, endpoints.findUpload],
  })
  const rows = countGoodRows(stats)

  async function confirm(): Promise<void> {
    const reply = await mutateAsync({ params: { id }, body: { seenReading: reading } }).catch(() => null)
    onImported()
    refetch()
    if (reply?.state !== 'klaar') return
    toast({ title: 'Upload voltooid', description: formatImportStats(reply.stats) })
    onStored(reply)
  }

  if (!isShown) return <Over upload={upload} loadWrongRows={loadWrongRows} />
  if (!preview.data) return <LoadingPreview error={preview.error} onRetry={preview.refetch} />
  return (
    <>
      <DialogBody>
        <ImportStats stats={stats} isPlanned />
        {error && !isUnderWayError(error) && (
          <Note as="p" tone="bad" role="alert">
            {messageOf(error, 'Het bestand kon niet worden verwerkt. Probeer het opnieuw.')}
          </Note>
        )}
        <Row gap={16} align="start" className="pv-preview">
          <SheetsRows sheets={preview.data.sheets} />
          <PreviewNotes upload={upload} loadWrongRows={loadWrongRows} />
        </Row>
      </DialogBody>
      <DialogFooter start={<DiscardUpload upload={upload} endpoints={endpoints} onDone={onClose} />}>
        <DialogClose />
        <Button tone="primary" busy={isPending} disabled={rows === 0} onClick={confirm}>
          {`${formatNumber(rows)} ${rows === 1 ? 'rij' : 'rijen'} importeren`}
        </Button>
      </DialogFooter>
    </>
  )
}

/** Shows an upload that cannot be confirmed: it is stored, discarded, failed or refused. */
function Over({ upload, loadWrongRows }: Pick<ShownProps, 'upload' | 'loadWrongRows'>) {
  const { state, error, stats } = upload
  return (
    <>
      <DialogBody>
        {error !== null && (
          <Note as="p" tone="bad" role="alert">
            {error}
          </Note>
        )}
        {state === 'weggegooid' ? <p>Deze upload is weggegooid.</p> : <ImportStats stats={stats} />}
        <PreviewNotes upload={upload} loadWrongRows={loadWrongRows} />
      </DialogBody>
      <DialogFooter>
        <DialogClose>Sluiten</DialogClose>
      </DialogFooter>
    </>
  )
}

/** Shows the first rows of the sheets of an upload, one sheet at a time. Skips sheets without a recognised header. */
export function SheetsRows({ sheets }: { readonly sheets: readonly SheetRows[] }) {
  const lists = sheets.filter(({ headerRow }) => headerRow !== null)
  const [chosen, setChosen] = useState('0')
  const sheet = lists[Number(chosen)]
  if (!sheet || sheet.headerRow === null) return null
  const header = sheet.rows.find(({ number }) => number === sheet.headerRow)
  const columns = sheet.fields.map((field, at) => ({ name: header?.cells[at] ?? '', isUsed: field !== null }))
  return (
    <Stack gap={8} grow>
      {lists.length > 1 && (
        <Field label="Blad">
          <Select
            value={chosen}
            options={lists.map(({ name }, at) => ({ value: String(at), label: name ?? '' }))}
            onChange={setChosen}
          />
        </Field>
      )}
      <FirstRows key={chosen} sheet={sheet} headerRow={sheet.headerRow} columns={columns} />
    </Stack>
  )
}
