import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { lastDayToUndo, type Undone, type Upload } from '../../../shared/api/parts/imports.ts'
import { formatDateLong, formatNumber } from '../../lib/format.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { today } from '../../ui/dates/calendar-days.ts'
import { Confirm } from '../../ui/dialogs/alert-dialog.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { showFailure } from '../failure.ts'

/** Calls and addresses for undoing an upload. */
export interface UploadUndo {
  /** Starts the undo; the state of the upload then shows the progress. Throws the reason when refused. */
  readonly begin: (uploadId: string) => Promise<unknown>
  /** Names of one and of several records: `contract` and `contracten`. */
  readonly called: readonly [one: string, many: string]
  /** Returns the address of a record that the undo left as it is. */
  readonly addressOf: (id: string) => string
}

interface UndoUploadProps {
  readonly upload: Upload
  readonly undo: UploadUndo
}

/**
 * Tells whether an upload may have changed records. Rows of an unfinished batch are not counted. So an upload that was
 * given up may have changed more than its counts say.
 */
const mayHaveChanged = ({ state, isGivenUp, isPlanned, stats: { created, updated } }: Upload) =>
  !isPlanned &&
  ((state === 'klaar' && created + updated > 0) || (state === 'mislukt' && (created + updated > 0 || isGivenUp)))

/**
 * Shows the button that undoes an upload, after a question; when it is too late, the last day on which undoing was
 * possible. Renders nothing for an upload that is running or undone, or that changed no records.
 */
export function UndoUpload({ upload, undo }: UndoUploadProps) {
  const [isAsking, setAsking] = useState(false)
  const { id, filename, uploadedAt, stats, isGivenUp } = upload
  if (!mayHaveChanged(upload)) return null
  const last = lastDayToUndo(uploadedAt)
  if (today() > last) return <p className="pv-soft">Terugdraaien kon tot en met {formatDateLong(last)}.</p>

  const [, many] = undo.called
  const did = isGivenUp ? `Nieuwe ${many} worden verwijderd, bijgewerkte hersteld.` : undoneText(stats, undo.called)

  async function begin(): Promise<void> {
    try {
      await undo.begin(id)
    } catch (error) {
      showFailure(error, { fallback: 'De upload kon niet worden teruggedraaid. Probeer het opnieuw.' })
    }
  }

  return (
    <>
      <Button tone="ghost" icon={<Undo2 />} onClick={() => setAsking(true)}>
        Terugdraaien
      </Button>
      <Confirm
        open={isAsking}
        onOpenChange={setAsking}
        title={`${filename} terugdraaien?`}
        description={`${did} Wat je daarna wijzigde, blijft zoals het is.`}
        confirmText="Terugdraaien"
        onConfirm={begin}
      />
    </>
  )
}

/** Describes an undo, without zeros: `209 contracten worden verwijderd, 3 hersteld.` */
function undoneText({ created, updated }: Upload['stats'], [single, many]: UploadUndo['called']): string {
  const one = (count: number) => (count === 1 ? `1 ${single} wordt` : `${formatNumber(count)} ${many} worden`)
  if (updated === 0) return `${one(created)} verwijderd.`
  return created === 0 ? `${one(updated)} hersteld.` : `${one(created)} verwijderd, ${formatNumber(updated)} hersteld.`
}

interface UndoneProps extends Pick<Upload, 'state'> {
  readonly undone: Undone
  readonly addressOf: (id: string) => string
}

/**
 * Shows how many records the undo of an upload deleted, restored and left as they are, with the names of those left.
 */
export function UndoneUpload({ state, undone, addressOf }: UndoneProps) {
  const { removed, restored, kept, named } = undone
  const rest = kept - named.length
  const headings: Partial<Record<Upload['state'], string>> = {
    teruggedraaid: 'Teruggedraaid',
    'wordt teruggedraaid': 'Wordt teruggedraaid',
    mislukt: 'Tot nu toe teruggedraaid',
  }
  return (
    <section aria-live="polite">
      <Text as="h3" size={13} weight="bold" below={8}>
        {headings[state] ?? 'Eerder teruggedraaid'}
      </Text>
      <p>
        {formatNumber(removed)} verwijderd, {formatNumber(restored)} hersteld, {formatNumber(kept)} gebleven.
      </p>
      {named.length > 0 && (
        <Stack as="ul" gap={4} size={13} overflow="break" aria-label="Gebleven">
          {named.map(({ id, name, reason }) => (
            <li key={id}>
              <Link to={addressOf(id)}>{name}</Link>: {reason}
            </li>
          ))}
          {rest > 0 && <li>en {formatNumber(rest)} meer</li>}
        </Stack>
      )}
    </section>
  )
}
