import { addDays, addMonths, type LocalDate, localDateOf, now } from '../../../shared/time.ts'
import { filterByCall, statesWanted } from '../../numbers/service.ts'
import { findAdminsToMail } from '../../people/service.ts'
import { asSystem } from '../../platform/actor.ts'
import { commit, isWritten } from '../../platform/data/commit.ts'
import { findUser } from '../../platform/identity/user.ts'
import { iterateRows } from '../../records/source.ts'
import type { ContractRow } from '../entity.ts'
import { contractsWith, type Ends } from '../months.ts'
import { findContractSettings } from '../settings.ts'

/** Maximum number of contracts named under each heading of a mail; the mail counts the others. */
const NAMED = 10

/** Sales statuses of contracts that still need work. */
const OPEN = ['nieuw', 'afspraak_ingepland'] as const

/**
 * Contracts of one heading of a mail: today they came within the same time of their end, such as 3 months. They are all
 * the reader's own, or all without an active assignee.
 */
export interface Due {
  /** Set for contracts without an active assignee, which admins are mailed about. */
  readonly isUnassigned: boolean
  /** Text for the time until their end, such as `Binnen 3 maanden` or `Verlopen`. */
  readonly nearness: string
  count: number
  /** Ids of the first contracts, at most `NAMED`, which the mail names. */
  readonly ids: string[]
}

/**
 * Queues mails about contracts in an open status that ended yesterday, or came today within one, three or six months of
 * their end. Assignees get their own contracts; admins, at most twenty, get those without an active assignee. Nobody
 * gets a second mail on one day, and nobody gets one when the settings switch reminders off. Leaves out contracts with
 * a number on the do-not-call list; returns the number of mails as `queued`.
 */
export async function remindOfContracts(): Promise<{ queued: number }> {
  if (!(await findContractSettings()).sendReminders) return { queued: 0 }
  const today = localDateOf(now())
  let queued = 0
  for (const [id, due] of await dueByPerson(today)) if (await queueMail(id, today, due)) queued += 1
  return { queued }
}

/**
 * Returns each nearness, such as 'Binnen 3 maanden', with the end dates that come within it today. No end date is
 * skipped where months differ in length.
 */
function nearnesses(today: LocalDate): readonly (Ends & { readonly nearness: string })[] {
  const before = addDays(today, -1)
  const within = (months: number) => ({
    nearness: months === 1 ? 'Binnen 1 maand' : `Binnen ${months} maanden`,
    from: addDays(addMonths(before, months), 1),
    until: addDays(addMonths(today, months), 1),
  })
  return [{ nearness: 'Verlopen', from: before, until: today }, within(1), within(3), within(6)]
}

async function dueByPerson(today: LocalDate): Promise<Map<string, Due[]>> {
  const people = new Map<string, Due[]>()
  const readers = readersOf()
  for (const { nearness, ...ends } of nearnesses(today)) {
    if (ends.from >= ends.until) continue
    const source = filterByCall(await contractsWith(OPEN, ends), statesWanted({ doNotCall: 'false' }) ?? [])
    for await (const row of iterateRows<ContractRow>(source)) {
      const { ids, isUnassigned } = await readers(row)
      for (const id of ids) addToDue(people, id, { nearness, isUnassigned }, row)
    }
  }
  return people
}

/** Returns a lookup of the readers of a contract: its assignee while they are active, else the admins. */
function readersOf() {
  const active = new Map<string, Promise<boolean>>()
  let admins: Promise<string[]> | undefined
  const isActive = (id: string) => {
    const known = active.get(id) ?? findUser(id).then((user) => user?.isActive === true)
    active.set(id, known)
    return known
  }
  return async ({ assignedTo }: ContractRow) => {
    if (assignedTo !== undefined && (await isActive(assignedTo))) return { ids: [assignedTo], isUnassigned: false }
    admins ??= findAdminsToMail().then((all) => all.map(({ id }) => id))
    return { ids: await admins, isUnassigned: true }
  }
}

function addToDue(
  people: Map<string, Due[]>,
  id: string,
  like: Pick<Due, 'nearness' | 'isUnassigned'>,
  row: ContractRow,
) {
  const all = people.get(id) ?? []
  people.set(id, all)
  let due = all.find(({ nearness, isUnassigned }) => nearness === like.nearness && isUnassigned === like.isUnassigned)
  if (!due) {
    due = { ...like, count: 0, ids: [] }
    all.push(due)
  }
  due.count += 1
  if (due.ids.length < NAMED) due.ids.push(row.id)
}

/** Queues a person's mail of the day; returns false when it was queued before. */
const queueMail = (userId: string, today: LocalDate, due: readonly Due[]) =>
  isWritten(
    commit(asSystem('contract-reminders'), {
      action: 'contract-reminder.due',
      entity: { type: 'contract-reminder', id: userId },
      after: { due: 'waiting' },
      write: [],
      outbox: [{ kind: 'contract-reminder-due', subject: userId, id: `contracts-${today}-${userId}`, facts: { due } }],
    }),
  )
