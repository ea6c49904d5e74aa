import { randomUUID } from 'node:crypto'
import { can } from '../../../shared/access.ts'
import { conflict, ignoreNotFound, notFound } from '../../../shared/errors.ts'
import { now } from '../../../shared/time.ts'
import { findAdminsToMail, nameOf, namesOf } from '../../people/service.ts'
import { authorise, type Caller } from '../../platform/actor.ts'
import type { GuardedWrite } from '../../platform/data/commit.ts'
import { type Contribution, STANDING } from '../../platform/data/counters.ts'
import { endOfNotice } from '../../platform/data/notifications.ts'
import { getRows, readAll } from '../../platform/data/rows.ts'
import type { Paging } from '../../platform/http/page.ts'
import { findUser, fullName } from '../../platform/identity/user.ts'
import { runInParallel } from '../../platform/run-in-parallel.ts'
import { listWithin } from '../../records/list.ts'
import { onlyItem } from '../../records/only-item.ts'
import { records } from '../../records/record.ts'
import { inOrder, isText, type Partition } from '../../records/source.ts'
import { ownersOf as commissionOwnersOf } from '../amounts/commission-rules.ts'
import { type CommissionRow, Commissions } from '../commission-entity.ts'
import { commissionViews } from '../commissions/commission-view.ts'
import { Sales } from '../entity.ts'
import { refuseOwnMoney } from '../own-money.ts'
import { findCommission, findStoredCommission, saleIdOf } from '../records.ts'
import { CommissionQuestions, type QuestionRow } from './question-entity.ts'

/** Returns team of the commission and asker of a question, by which rights are checked. */
const ownersOf = ({ teamId, askedById }: QuestionRow) => ({ teamId, owners: [askedById] })

/** Returns a question's contributions to the counters: one while it has no answer. */
export const questionContributions = (row: QuestionRow): Contribution<'openQuestions'>[] =>
  row.state === 'open'
    ? [
        {
          date: STANDING,
          teamId: row.teamId,
          userId: row.askedById,
          name: fullName(row.askedBy),
          measure: 'openQuestions',
        },
      ]
    : []

const questionRecords = records<QuestionRow>({
  type: 'commission-question',
  entity: CommissionQuestions,
  called: 'deze vraag',
  ownersOf,
  actions: {
    read: 'commission:read',
    create: 'commission:ask',
    edit: 'commission:manage',
    remove: 'commission:manage',
  },
  marks: ['askedBy'],
  contributions: questionContributions,
  follows: (before, after) =>
    before?.state === 'open' && after?.state !== 'open' ? [endOfNotice('question-asked', before.id)] : [],
})

/**
 * Stores a question about a commission within reach and mails the admins. Throws 409 while another question about it is
 * open.
 */
export async function askQuestion(actor: Caller, commissionId: string, { question }: { question: string }) {
  const { row: commission } = await findCommission(commissionId)
  authorise(actor, 'commission:ask', commissionOwnersOf(commission))
  const asker = await findUser(actor.id)
  if (!asker) throw notFound()
  const row: QuestionRow = {
    ...{ id: randomUUID(), version: 1, commissionId, customerName: commission.customerName, question },
    ...{ teamId: commission.teamId, askedById: asker.id, askedBy: nameOf(asker), askedAt: now() },
    ...{ state: 'open', answer: undefined, answeredBy: undefined, answeredAt: undefined },
  }
  const admins = await findAdminsToMail(actor.id)
  return questionRecords.create(actor, row, async (made) => onlyItem(await questionViews(actor, [made])), {
    write: addQuestionMark(commissionId),
    notify: admins.map(({ id: to }) => ({
      ...{ kind: 'question-asked', to, subject: commissionId, facts: {}, together: row.id },
      mail: { kind: 'commission-asked', subject: row.id, facts: { to } },
    })),
  })
}

/**
 * Stores the answer to a question and notifies the person who asked. Throws 409 when the question has an answer. Throws
 * 403 for one's own question, except by the only active admin.
 */
export function answerQuestion(actor: Caller, id: string, { answer: words }: { answer: string }) {
  return questionRecords.edit(
    actor,
    id,
    async (row) => onlyItem(await questionViews(actor, [row])),
    async (before) => {
      if (before.state === 'answered') throw conflict('Deze vraag is al beantwoord')
      const about = { type: 'commission-question', id, name: before.customerName }
      const also = await refuseOwnMoney(actor, before.askedById === actor.id, about, { answer: words })
      return {
        verb: 'answer',
        also,
        after: { ...before, state: 'answered', answer: words, answeredBy: actor.id, answeredAt: now() },
        write: (await isThere(before.commissionId)) ? removeQuestionMark(before.commissionId) : [],
        notify: [
          {
            ...{ kind: 'question-answered', to: before.askedById, subject: before.commissionId, facts: {} },
            mail: { kind: 'commission-answered', subject: id, facts: { to: before.askedById } },
          },
        ],
      }
    },
  )
}

const questionOpen = () => conflict('Over deze commissie staat al een vraag open. Wacht op het antwoord.')
const commissionGone = () => conflict('Deze commissie is er niet meer')

/**
 * Returns the writes that mark a commission, and its sale if any, as having an open question. They fail with 409 when
 * the commission already has one.
 */
const addQuestionMark = (commissionId: string): GuardedWrite[] => [
  {
    write: Commissions.patch({ id: commissionId })
      .add({ openQuestions: 1 })
      .where(({ openQuestions }, { eq }) => eq(openQuestions, 0)),
    onFailure: questionOpen,
  },
  ...changeMarkOfSale(commissionId, 1),
]

/** Returns the writes that remove the mark of an open question from a commission and its sale. */
const removeQuestionMark = (commissionId: string): GuardedWrite[] => [
  { write: Commissions.patch({ id: commissionId }).add({ openQuestions: -1 }), onFailure: commissionGone },
  ...changeMarkOfSale(commissionId, -1),
]

function changeMarkOfSale(commissionId: string, by: 1 | -1): GuardedWrite[] {
  const id = saleIdOf(commissionId)
  return id === null ? [] : [{ write: Sales.patch({ id }).add({ openQuestions: by }), onFailure: commissionGone }]
}

/** Tells whether a commission still exists. The fee of a held appointment may be deleted, while its questions stay. */
const isThere = async (commissionId: string): Promise<boolean> =>
  (await ignoreNotFound(findStoredCommission(commissionId))) !== undefined

const byMoment = { askedAt: isText, id: isText }

interface Asked extends Paging {
  readonly open?: 'true' | undefined
  readonly commissionId?: string | undefined
}

/** Lists questions about commissions within reach, newest first: all, open ones, or those about one commission. */
export function listQuestions(actor: Caller, { open, commissionId, ...paging }: Asked) {
  const newest = (partition: Partition<QuestionRow>) => () => inOrder<QuestionRow>(byMoment, [partition], 'desc')
  const chosen = commissionId
    ? newest(CommissionQuestions.query.byCommission({ commissionId }))
    : open && newest(CommissionQuestions.query.byState({ state: 'open' }))
  return listWithin(actor, 'commission:read', paging, {
    all: chosen || newest(CommissionQuestions.query.all({})),
    team: (teamId) => (chosen || newest(CommissionQuestions.query.byTeam({ teamId })))(),
    own: (askedById) => (chosen || newest(CommissionQuestions.query.byAsker({ askedById })))(),
    ownersOf,
    ...(open ? { matches: ({ state }: QuestionRow) => state === 'open' } : {}),
    show: (rows) => questionViews(actor, rows),
  })
}

/** Reads the ids of the commissions with an open question. */
export async function findQuestionedCommissions(): Promise<Set<string>> {
  const rows = await readAll(CommissionQuestions.query.byState({ state: 'open' }))
  return new Set(rows.flatMap(({ commissionId }) => commissionId ?? []))
}

/** Reads the commissions with an open question, each once; a deleted one is absent. */
export async function readQuestionedCommissions(): Promise<CommissionRow[]> {
  const keys = [...(await findQuestionedCommissions())].map((id) => ({ id }))
  return (await getRows(Commissions, keys)) as CommissionRow[]
}

/** Maximum number of commissions whose questions are read at the same time. */
const AT_ONCE = 20

/** Open question in the form for other domains. */
type OpenQuestion = Pick<QuestionRow, 'id' | 'commissionId' | 'question'> & { readonly name: string }

/** Reads the open questions about commissions, oldest first. */
export async function readOpenQuestions(commissionIds: readonly string[]): Promise<OpenQuestion[]> {
  const found: QuestionRow[] = []
  await runInParallel(
    commissionIds,
    async (commissionId) => {
      const about = await readAll<QuestionRow>(CommissionQuestions.query.byCommission({ commissionId }))
      found.push(...about.filter(({ state }) => state === 'open'))
    },
    AT_ONCE,
  )
  return found
    .toSorted((one, other) => one.askedAt.localeCompare(other.askedAt))
    .map(({ id, commissionId, askedBy, question }) => ({ id, commissionId, question, name: fullName(askedBy) }))
}

/** Returns questions as the API shows them, each with its current commission as the reader may see it. */
async function questionViews(actor: Caller, rows: readonly QuestionRow[]) {
  const ids = [...new Set(rows.map(({ commissionId }) => commissionId))]
  const found = (await getRows(
    Commissions,
    ids.map((id) => ({ id })),
  )) as CommissionRow[]
  const [names, views] = await Promise.all([
    namesOf(rows.flatMap(({ answeredBy }) => answeredBy ?? [])),
    commissionViews(
      actor,
      found.filter((row) => !row.replacedBy && can(actor, 'commission:read', commissionOwnersOf(row))),
      false,
    ),
  ])
  const byId = new Map(views.map((view) => [view.id, view]))
  return rows.map((row) => ({
    ...row,
    answeredBy: row.answeredBy === undefined ? undefined : names(row.answeredBy),
    commission: byId.get(row.commissionId),
  }))
}
