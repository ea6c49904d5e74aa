import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ImportEndpoints } from '../../../shared/api/parts/import-endpoints.ts'
import type { Upload } from '../../../shared/api/parts/imports.ts'
import { call } from '../../lib/client.ts'
import { formatFileSize } from '../../lib/format.ts'
import { keyOf } from '../../lib/query.ts'
import { useUser } from '../../lib/session.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Note } from '../../ui/display/note.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { Progress } from '../../ui/messages/progress.tsx'
import { nullIfGone } from '../failure.ts'
import { formatImportStats, ImportNotes, Problems } from './import-notes.tsx'
import { isUnderWay, UploadState } from './upload-state.tsx'
import { awaitsConfirmation, type ChosenFile, hasEnded } from './use-imports.ts'
import { WrongRows } from './wrong-rows.tsx'

interface ImportFilesProps {
  readonly files: readonly ChosenFile[]
  readonly endpoints: ImportEndpoints
  readonly onRemove: (id: string) => void
  readonly onEnd: (file: ChosenFile, upload: Upload) => void
  /** Opens the preview of a file; for a file whose columns were not recognised, lets the user assign them. */
  readonly onPreview: (uploadId: string) => void
}

/**
 * Shows the chosen files of an import, with the progress and result of each. `onPreview` opens the preview of a file;
 * for a file whose columns were not recognised, it lets the user assign them.
 */
export function ImportFiles({ files, endpoints, onRemove, onEnd, onPreview }: ImportFilesProps) {
  if (files.length === 0) return null
  return (
    <Stack as="ul" gap={12} aria-label="Bestanden">
      {files.map((one) => (
        <Stack as="li" key={one.id} gap={6}>
          <Row gap={8} minHeight={32}>
            <Text size={13} weight="strong" overflow="truncate" grow>
              {one.file.name}
            </Text>
            {one.outcome ? (
              <UploadState state={awaitsConfirmation(one.outcome) ? 'controle nodig' : 'klaar'} />
            ) : (
              <span className="pv-soft">{formatFileSize(one.file.size)}</span>
            )}
            {one.sent === undefined && (
              <IconButton
                label={`${one.file.name} weglaten`}
                icon={<X />}
                size="small"
                onClick={() => onRemove(one.id)}
              />
            )}
          </Row>
          <FileState one={one} endpoints={endpoints} onEnd={onEnd} onPreview={onPreview} />
        </Stack>
      ))}
    </Stack>
  )
}

type FileStateProps = Pick<ImportFilesProps, 'endpoints' | 'onEnd' | 'onPreview'> & {
  readonly one: ChosenFile
}

function FileState({ one, endpoints, onEnd, onPreview }: FileStateProps) {
  const { file, sent, problem, outcome, refusal, followed } = one
  if (outcome && awaitsConfirmation(outcome)) {
    return (
      <>
        <p className="pv-soft">{formatImportStats(outcome.stats)}</p>
        <Button onClick={() => onPreview(outcome.uploadId)}>Controleren</Button>
      </>
    )
  }
  if (outcome) {
    return (
      <>
        <p className="pv-soft">{formatImportStats(outcome.stats)}</p>
        <WrongRows uploadId={outcome.uploadId} errors={outcome.stats.errors} endpoint={endpoints.wrongRows} />
        <ImportNotes {...outcome} />
      </>
    )
  }
  if (refusal) {
    const { message, details, detailsCount, uploadId } = refusal
    return (
      <Note tone="bad" role="alert">
        <p>{message}</p>
        {details.length > 0 && <Problems problems={details} count={detailsCount} />}
        {uploadId && <Button onClick={() => onPreview(uploadId)}>Kolommen aanwijzen</Button>}
      </Note>
    )
  }
  if (problem) {
    return (
      <Note as="p" tone="bad" role="alert">
        {problem}
      </Note>
    )
  }
  if (followed && !hasEnded(one)) {
    return <EventImport id={followed} name={file.name} endpoints={endpoints} onEnd={(upload) => onEnd(one, upload)} />
  }
  if (sent === undefined) return null
  if (sent === null) return <ApiImport name={file.name} endpoints={endpoints} />
  return <FileProgress name={file.name} percent={sent} text={`${Math.round(sent)}%`} />
}

function FileProgress({
  name,
  percent,
  text,
}: {
  readonly name: string
  readonly percent: number | null
  readonly text: string
}) {
  return (
    <Row gap={12} above={10} size={12} color="muted">
      <Progress value={percent} label={`Voortgang van ${name}`} />
      <span className="pv-tabular">{text}</span>
    </Row>
  )
}

/** Milliseconds between two checks of the progress of an upload. */
const LOOK_MS = 1_500

/** Describes the progress of a running upload. */
function progressOf({ stats, isWaiting, isPlanned }: Upload): string {
  if (isPlanned) return `Voorbeeld maken: ${formatImportStats(stats)}`
  if (stats.totalRows > 0) return formatImportStats(stats)
  return isWaiting ? 'In de wachtrij' : 'Wordt verwerkt'
}

/**
 * Shows the progress of a file that the API imports during the call. Finds the upload by filename and user in the list
 * of uploads, because its id is known only when the call ends.
 */
function ApiImport({ name, endpoints }: Pick<FollowedProps, 'name' | 'endpoints'>) {
  const user = useUser()
  const { data } = useQuery({
    ...keyOf(endpoints.uploads, name, 'under way'),
    queryFn: () => call(endpoints.uploads, { query: { limit: '20' } }),
    refetchInterval: LOOK_MS,
    gcTime: 0,
  })
  const upload = data?.items.find((one) => one.filename === name && one.uploadedBy === user.id && isUnderWay(one))
  return <FileProgress name={name} percent={null} text={upload ? progressOf(upload) : 'Wordt verwerkt'} />
}

interface FollowedProps {
  readonly id: string
  readonly name: string
  readonly endpoints: ImportEndpoints
  readonly onEnd: (upload: Upload) => void
}

/** Shows the progress of a file that an event imports in the background, and calls `onEnd` when it ends. */
function EventImport({ id, name, endpoints, onEnd }: FollowedProps) {
  const { data } = useQuery({
    ...keyOf(endpoints.findUpload, id),
    // The upload has no record until the event that imports its file starts; until then a 404 is no failure.
    queryFn: () => call(endpoints.findUpload, { params: { id } }).catch(nullIfGone),
    refetchInterval: ({ state: { data } }) => (!data || isUnderWay(data) ? LOOK_MS : false),
    gcTime: 0,
  })
  const ended = useRef(onEnd)
  useEffect(() => {
    ended.current = onEnd
  })
  const isWorking = !data || isUnderWay(data)
  useEffect(() => {
    if (data && !isWorking) ended.current(data)
  }, [data, isWorking])
  return (
    <>
      <FileProgress name={name} percent={null} text={data ? progressOf(data) : 'Wacht op verwerking'} />
      <p className="pv-soft">Gaat door als je dit venster sluit.</p>
    </>
  )
}
