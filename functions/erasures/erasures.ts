import { randomUUID } from 'node:crypto'
import type * as z from 'zod'
import type { ErasureForm } from '../../shared/api/erasures.ts'
import { conflict, notFound, notLoggedIn, unprocessable } from '../../shared/errors.ts'
import { addDays, type LocalDate, localDateOf, now } from '../../shared/time.ts'
import { proveOwner } from '../people/login/two-factor.ts'
import { erasureNotice } from '../people/notices.ts'
import { findAdminsToMail, namesOf, requireUnchangedActor } from '../people/service.ts'
import { authorise, type Caller } from '../platform/actor.ts'
import { commit } from '../platform/data/commit.ts'
import type { Paging } from '../platform/http/page.ts'
import { findUser } from '../platform/identity/user.ts'
import { listWithin } from '../records/list.ts'
import { moments } from '../records/months.ts'
import { inOrder, isText, type Partition } from '../records/source.ts'
import { carryOut, replaceErasure } from './carrying-out.ts'
import { type ErasureRow, Erasures, NEVER } from './entity.ts'
import { describeFound, findAbout, type Known } from './finding.ts'

/** Finds the records of a customer or user (`about`), each with what must stay of it. */
export async function findPersonalData(actor: Caller, about: string) {
  authorise(actor, 'erasure:manage')
  const { known, isComplete } = await findAbout(actor, about)
  return { records: known.map(describeFound), isComplete }
}

/** Lists the erasures, newest first. */
export const listErasures = (actor: Caller, paging: Paging) =>
  listWithin(actor, 'erasure:manage', paging, {
    all: () =>
      inOrder<ErasureRow>(
        { askedAt: moments.isValue, id: isText },
        [Erasures.query.all({}) as unknown as Partition<ErasureRow>],
        'desc',
      ),
    show: viewsOf,
  })

async function viewsOf(rows: readonly ErasureRow[]) {
  const personOf = await namesOf(rows.map(({ askedBy }) => askedBy))
  return rows.map(({ askedBy, items, dueOn, phones: _, ...row }) => ({
    ...row,
    dueOn: dueOn === NEVER ? undefined : dueOn,
    askedBy: personOf(askedBy),
    items: items.map(({ outcome, until, why, ...item }) => ({ ...item, outcome, until, why })),
  }))
}

/**
 * Plans the erasure of records of a customer or user for the coming night, and mails the other admins, who may withdraw
 * it until then. Takes the admin's password and a code. Throws 422 at `ids` for a record that is not of that customer or
 * user, and 400 for a wrong password or code.
 */
export async function requestErasure(actor: Caller, { about, ids, ...proof }: z.output<typeof ErasureForm>) {
  const permit = authorise(actor, 'erasure:manage')
  const user = await findUser(actor.id)
  if (!user) throw notLoggedIn()
  const { known } = await findAbout(actor, about)
  const chosen = known.filter(({ id }) => ids.includes(id))
  if (new Set(chosen.map(({ id }) => id)).size < new Set(ids).size) {
    throw unprocessable('De gegevens zijn intussen veranderd. Zoek opnieuw.', 'ids')
  }
  if (chosen.some(({ type, id }) => type === 'user' && id === actor.id)) {
    throw unprocessable('Laat een collega je eigen gegevens wissen', 'ids')
  }
  const proven = await proveOwner(permit, user, proof)
  const row = buildErasure(actor, chosen, addDays(localDateOf(now()), 1))
  return commit(
    permit,
    {
      action: 'erasure.create',
      entity: { type: 'erasure', id: row.id },
      after: { records: row.items.length, dueOn: row.dueOn },
      write: [...requireUnchangedActor(actor, null), ...proven, Erasures.create(row)],
      outbox: (await findAdminsToMail(actor.id)).map((admin) =>
        erasureNotice(permit, admin, row.items.length, row.dueOn),
      ),
    },
    { id: row.id, dueOn: row.dueOn },
  )
}

/** Builds the row of an erasure of records; stores nothing. */
const buildErasure = ({ id: askedBy }: Caller, chosen: readonly Known[], dueOn: LocalDate) => ({
  ...{ id: randomUUID() as string, version: 1, state: 'waiting' as const, name: chosen[0]?.subject.name },
  ...{ askedBy, askedAt: now(), dueOn },
  items: chosen.map(({ type, id, subject }) => ({ type, id, date: subject.date })),
})

/**
 * Erases everything about a customer or user at once, for the program `npm run erase`, whose user already reaches every
 * row. Returns the erasure, with what stayed and why. Throws 404 when nothing is known.
 */
export async function eraseAtOnce(actor: Caller, about: string): Promise<ErasureRow> {
  const permit = authorise(actor, 'erasure:manage')
  const { known } = await findAbout(actor, about)
  if (known.length === 0) throw notFound()
  const row = buildErasure(actor, known, localDateOf(now()))
  const after = { records: row.items.length, dueOn: row.dueOn }
  const entity = { type: 'erasure', id: row.id }
  await commit(permit, { action: 'erasure.create', entity, after, write: [Erasures.create(row)] })
  await carryOut(row.id)
  const { data } = await Erasures.get({ id: row.id }).go({ consistent: true })
  return data as ErasureRow
}

/** Withdraws an erasure. Throws 404 for an unknown one, 409 once it began, was carried out or withdrawn. */
export async function withdrawErasure(actor: Caller, id: string) {
  const permit = authorise(actor, 'erasure:manage')
  const { data } = await Erasures.get({ id }).go({ consistent: true })
  if (!data) throw notFound()
  const row = data as ErasureRow
  if (row.state !== 'waiting' || row.startedAt !== undefined) {
    throw conflict('Deze verwijdering is al begonnen of ingetrokken')
  }
  return commit(permit, {
    action: 'erasure.withdraw',
    entity: { type: 'erasure', id },
    write: [replaceErasure(row, { ...row, state: 'withdrawn', name: undefined, dueOn: NEVER })],
  })
}
