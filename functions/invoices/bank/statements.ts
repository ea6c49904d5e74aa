import { createHash } from 'node:crypto'
import type { UploadedFile } from '../../../shared/api/parts/endpoint.ts'
import type { BookingTask } from '../../../shared/api/schemas/bank.ts'
import { localDateOf, now } from '../../../shared/time.ts'
import { namesOf } from '../../people/service.ts'
import { authorise, type Caller } from '../../platform/actor.ts'
import { getDocument, putDocument } from '../../platform/aws/document-store.ts'
import { commitAll } from '../../platform/data/commit.ts'
import { filenameOf } from '../../platform/http/input.ts'
import { decodeCursor, type Paging } from '../../platform/http/page.ts'
import { listWithin } from '../../records/list.ts'
import { manageWith, records } from '../../records/record.ts'
import { inOrder, isInteger, isText } from '../../records/source.ts'
import { settingsInForce } from '../settings.ts'
import type { StatementFile } from './booking.ts'
import { type Finding, nameBookings, type Proposal } from './context.ts'
import { parseStatementFile } from './file.ts'
import { matchStatement } from './matching.ts'
import { readMatchingData } from './matching-data.ts'
import { type BankStatementRow, BankStatements, tasksOf } from './statement-entity.ts'
import { statementDetailsOf, viewsOfBookings } from './views.ts'

export const statementRecords = records<BankStatementRow>({
  type: 'bank-statement',
  entity: BankStatements,
  called: 'dit rekeningafschrift',
  ...manageWith('self-billing:manage'),
})

/** Folder of the statements in the bucket. */
const FOLDER = 'bank-statements'

/** Maximum number of proposals, and of findings, in the row of one statement. */
const MOST = 500

/** Lists bank statements, latest upload first. */
export const listStatements = (actor: Caller, paging: Paging) =>
  listWithin(actor, 'self-billing:manage', paging, {
    all: () =>
      inOrder<BankStatementRow>({ uploadedAt: isText, id: isText }, [BankStatements.query.all({}) as never], 'desc'),
    show: rowsOf,
  })

/**
 * Returns one bank statement with its balances and the totals of the bookings to check and to confirm. Throws 404 for
 * an unknown statement.
 */
export async function findStatement(actor: Caller, id: string) {
  const { row } = await statementRecords.within(actor, id)
  return detailsOf(row, await readStatementFile(row))
}

/** Reads the bookings and balances of a bank statement from its stored file. */
export const readStatementFile = async ({
  id,
  account,
}: Pick<BankStatementRow, 'id' | 'account'>): Promise<StatementFile> =>
  parseStatementFile(await getDocument(FOLDER, id), account)

/**
 * Lists the bookings of a bank statement in file order, each with its matches with documents and its `doubts`. Doubts
 * are the reasons why no match is proposed, or not for all of its documents. With `task`, lists only the bookings with
 * that task.
 * Throws 404 for an unknown statement.
 */
export async function listBookings(
  actor: Caller,
  id: string,
  { task, ...paging }: Paging & { task?: BookingTask | undefined },
) {
  const { row } = await statementRecords.within(actor, id)
  const { views } = await viewsOfBookings(row, await readStatementFile(row))
  const rows = views.flatMap((view, at) => (task === undefined || view.task === task ? [{ at, view }] : []))
  const after = (position: readonly unknown[] | null) => rows.filter(({ at }) => at > Number(position?.[0] ?? -1))
  return listWithin(actor, 'self-billing:manage', paging, {
    all: () => ({
      begin: (cursor) => decodeCursor(cursor, [isInteger]),
      read: async (position, limit) => {
        const left = after(position)
        const last = left[limit - 1]
        return { rows: left.slice(0, limit), next: last && left.length > limit ? [last.at] : null, parts: 0 }
      },
      positionOf: ({ at }: (typeof rows)[number]) => [at],
    }),
    show: (some) => some.map(({ view }) => view),
  })
}

/**
 * Stores a bank statement and matches its bookings with our documents; nothing is posted until somebody confirms. The
 * same file again keeps its earlier proposals and matches its other bookings anew. Throws 422 where
 * `parseStatementFile` does, 409 when the stored statement changes meanwhile.
 */
export async function uploadStatement(actor: Caller, file: UploadedFile) {
  const permit = authorise(actor, 'self-billing:manage')
  const settings = await settingsInForce()
  const content = await parseStatementFile(file.bytes, settings.bankAccount)
  const id = createHash('sha256').update(file.bytes).digest('hex')
  const { data } = await BankStatements.get({ id }).go({ consistent: true })
  const before = data as BankStatementRow | null
  const read = matchStatement(
    nameBookings(content.bookings),
    await readMatchingData(content.bookings, before, settings),
  )
  const at = now()
  const row: BankStatementRow = {
    id,
    version: 1,
    filename: filenameOf(file),
    account: settings.bankAccount,
    bookings: content.bookings.length,
    firstDay: content.bookings.map(({ date }) => date).toSorted()[0] ?? localDateOf(at),
    ...withinLimit(before, read),
    left: before?.left ?? [],
    notes: before?.notes ?? [],
    uploadedBy: actor.id,
    uploadedAt: at,
    updatedAt: at,
  }
  await putDocument(FOLDER, file.bytes, 'application/octet-stream')
  const { row: after, changes } = before
    ? statementRecords.changed(before, row, { verb: 'upload' })
    : { row, changes: statementRecords.created(row) }
  return commitAll(permit, changes, await detailsOf(after, content))
}

interface Matched {
  readonly proposals: readonly Proposal[]
  readonly findings: readonly Finding[]
}

/**
 * Returns a statement's earlier and new proposals and its findings, within the limit of one row; `beyond` names the
 * bookings whose results do not fit.
 */
function withinLimit(before: BankStatementRow | null, read: Matched) {
  const { proposals: proposed = [], findings: found = [] } = before ?? {}
  const room = MOST - proposed.length
  const stays = found.filter((one) => proposed.some(({ booking }) => booking === one.booking))
  const findings = [...stays, ...read.findings]
  const beyond = [...read.proposals.slice(room), ...findings.slice(MOST)].map(({ booking }) => booking)
  return {
    proposals: [...proposed, ...read.proposals.slice(0, room)],
    findings: findings.slice(0, MOST),
    beyond: beyond.length === 0 ? undefined : [...new Set(beyond)].join(' '),
  }
}

/** Returns statements as lists show them. */
async function rowsOf(rows: readonly BankStatementRow[]) {
  const names = await namesOf(rows.map(({ uploadedBy }) => uploadedBy))
  return rows.map(({ id, version, filename, bookings, uploadedBy, uploadedAt, ...row }) => {
    const { confirming, doubtful } = tasksOf(row)
    return {
      ...{ id, version, filename, bookings, uploadedAt, doubtful },
      proposed: row.proposals.length,
      toConfirm: confirming.length,
      uploadedBy: names(uploadedBy),
    }
  })
}

/** Returns a statement as the API shows it, with the bookings of its file. */
async function detailsOf(row: BankStatementRow, file: StatementFile) {
  const [listed] = await rowsOf([row])
  if (!listed) throw new Error('A statement has a view')
  return { ...listed, ...(await statementDetailsOf(row, file)) }
}
