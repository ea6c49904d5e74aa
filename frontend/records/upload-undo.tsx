import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { lastDayToUndo, type Undone, type Upload } from '../../shared/contract/imports.ts'
import { formatDateLong, formatNumber } from '../lib/format.ts'
import { Confirm } from '../ui/alert-dialog.tsx'
import { Button } from '../ui/button.tsx'
import { today } from '../ui/calendar-days.ts'
import { tellFailure } from './failure.ts'

/** How an upload is taken back. */
export interface UploadUndo {
  /** Has it begun, after which its state tells how far it is. Throws what refuses it. */
  readonly begin: (uploadId: string) => Promise<unknown>
  /** Where a record that stayed is shown. */
  readonly addressOf: (id: string) => string
}

interface UndoUploadProps {
  readonly upload: Upload
  readonly undo: UploadUndo
}

/** Of a window that did not end nothing is counted, so that one that was given up may have done more than its numbers say. */
const mayHaveDone = ({ state, isGivenUp, isPlanned, stats: { created, updated } }: Upload) =>
  !isPlanned &&
  ((state === 'klaar' && created + updated > 0) || (state === 'mislukt' && (created + updated > 0 || isGivenUp)))

/** Takes back an upload, after a question; nothing where it did nothing, and until when that could be done where it is too late. */
export function UndoUpload({ upload, undo }: UndoUploadProps) {
  const [isAsking, setAsking] = useState(false)
  const { id, filename, uploadedAt, stats, isGivenUp } = upload
  if (!mayHaveDone(upload)) return null
  const last = lastDayToUndo(uploadedAt)
  if (today() > last) return <p className="pv-soft">Terugdraaien kon tot en met {formatDateLong(last)}.</p>

  const did = isGivenUp ? 'Nieuwe contracten worden verwijderd, bijgewerkte hersteld.' : undoneText(stats)

  async function begin(): Promise<void> {
    try {
      await undo.begin(id)
    } catch (error) {
      tellFailure(error, { fallback: 'De upload kon niet worden teruggedraaid. Probeer het opnieuw.' })
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
        description={`${did} Contracten die je daarna wijzigde, blijven zoals ze zijn.`}
        confirmText="Terugdraaien"
        onConfirm={begin}
      />
    </>
  )
}

/** `209 contracten worden verwijderd, 3 hersteld.`: what is zero is left out. */
function undoneText({ created, updated }: Upload['stats']): string {
  const one = (count: number) => (count === 1 ? '1 contract wordt' : `${formatNumber(count)} contracten worden`)
  if (updated === 0) return `${one(created)} verwijderd.`
  return created === 0 ? `${one(updated)} hersteld.` : `${one(created)} verwijderd, ${formatNumber(updated)} hersteld.`
}

interface UndoneProps extends Pick<Upload, 'state'> {
  readonly undone: Undone
  readonly addressOf: (id: string) => string
}

/** What taking back an upload, or its earlier reading, came to, so far while it runs, and what stayed as it is. */
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
      <h3 className="pv-import-heading">{headings[state] ?? 'Teruggedraaid van de vorige lezing'}</h3>
      <p>
        {formatNumber(removed)} verwijderd, {formatNumber(restored)} hersteld, {formatNumber(kept)} gebleven.
      </p>
      {named.length > 0 && (
        <ul className="pv-import-problems" aria-label="Gebleven">
          {named.map(({ id, name, reason }) => (
            <li key={id}>
              <Link to={addressOf(id)}>{name}</Link>: {reason}
            </li>
          ))}
          {rest > 0 && <li>en {formatNumber(rest)} meer</li>}
        </ul>
      )}
    </section>
  )
}
