import type { Permit } from '../platform/actor.ts'
import { log } from '../platform/log.ts'
import { failureOf } from '../platform/reply.ts'
import { accepted } from '../platform/table.ts'
import { type UploadRow, Uploads } from './entity.ts'
import { ImportBusy, type Importing, ImportUnfinished } from './importing.ts'
import { kept, replacing } from './turns.ts'

/**
 * How often what is done with an upload is begun without getting further before it is given up: once less than its event
 * is delivered (infra/manifest.ts), so that a delivery is left to say so when the last attempt ended without a word.
 */
const ATTEMPTS = 4

/** Of these so many are made at once where the table was too busy; the others half an hour apart. */
const AT_ONCE = 3

const STOPPED = {
  'wordt verwerkt': 'Het verwerken is een paar keer afgebroken. Wat verwerkt is, is bewaard. Probeer het opnieuw.',
  'wordt teruggedraaid':
    'Het terugdraaien is een paar keer afgebroken. Een deel is al teruggedraaid. Probeer het opnieuw.',
} as const

/** What can be under way with an upload. */
export type UnderWay = keyof typeof STOPPED

/** Whether nothing is begun with an upload any more. */
export const isBegunTooOften = ({ attempts = 0 }: UploadRow): boolean => attempts >= ATTEMPTS

/** Notes that something is begun with an upload; one that crashes leaves no other trace. */
export async function begun(found: UploadRow): Promise<UploadRow> {
  const upload = { ...found, attempts: (found.attempts ?? 0) + 1, waits: undefined }
  if (await accepted(() => replacing(found, upload).go())) return upload
  throw new ImportBusy('Another call worked on this upload')
}

/** Takes that back of one that only waited. */
export async function notBegun({ attempts = 0, windows }: UploadRow, { id, windows: now }: UploadRow): Promise<void> {
  if (now === windows) await Uploads.patch({ id }).set({ attempts }).go()
}

/**
 * What an attempt throws that failed: where the table was too busy, its file is announced once more, since an event that
 * fails is hidden for half an hour.
 */
export function failedWith(error: unknown, upload: UploadRow): unknown {
  if (failureOf(error) !== 'unavailable' || (upload.attempts ?? 0) >= AT_ONCE) return error
  log.error('import interrupted', { upload: upload.id, error: error instanceof Error ? error : String(error) })
  return new ImportUnfinished(upload)
}

/**
 * Ends what is under way with an upload as failed, where it stands, with the numbers of what is known to be stored: who tries
 * again goes on there.
 */
export function givenUp(
  kind: Pick<Importing<never>, 'type'>,
  permit: Permit,
  upload: UploadRow,
  from: UnderWay,
): Promise<UploadRow> {
  const { filename, uploadedBy, stats, undone } = upload
  const error = STOPPED[from]
  const next = { ...upload, state: 'mislukt', error, givenUp: from } as const
  const after = { filename, uploadedBy, state: next.state, error }
  if (from === 'wordt verwerkt') {
    return kept(kind, permit, upload, next, { verb: 'import-failed', after: { ...after, stats } })
  }
  const { named: _, ...counts } = undone ?? {}
  return kept(kind, permit, upload, next, { verb: 'import-undo-failed', after: { ...after, ...counts } })
}
