import { addMonths, type Instant, type LocalDate, localDateOf, monthsBetween, now } from '../../shared/time.ts'
import { teamsById } from '../people/service.ts'
import { type Counter, Counters, periodsOf } from '../platform/counters.ts'
import { accepted } from '../platform/table.ts'
import { findUser, fullName } from '../platform/user.ts'
import { type AppointmentRow, Appointments } from './entity.ts'

/** Appointments are looked for from this long before somebody or a team came until this long from now. */
const MONTHS_BEFORE = 13
const MONTHS_AHEAD = 120

/** Months read, and rows of each written, at the same time. */
const SIDE_BY_SIDE = 10

/** How often the months are gone through at most. */
const MAX_PASSES = 4

type Part = 'agent' | 'caller' | 'team'

/**
 * Makes the names that appointments and counters carry of a person follow their row. Each write changes the name alone,
 * and only while the appointment is still theirs, so that nobody's edit is overwritten. May be done any number of times.
 */
export async function refreshPerson(userId: string): Promise<void> {
  const user = await findUser(userId)
  if (!user) return
  const name = { id: user.id, firstName: user.firstName, lastName: user.lastName }
  const counted = new Map<string, Pick<Counter, 'period' | 'teamId' | 'userId'>>()
  await settled(user.createdAt, async (month) => {
    const [ofAgent, ofCaller] = await Promise.all([
      Appointments.query.byAgent({ agentId: userId, month }).go({ pages: 'all' }),
      Appointments.query.byCaller({ createdBy: userId, month }).go({ pages: 'all' }),
    ])
    for (const { date, teamId } of [...ofAgent.data, ...ofCaller.data]) {
      for (const period of Object.values(periodsOf(date as LocalDate))) {
        counted.set(`${period} ${teamId}`, { period, teamId, userId })
      }
    }
    return (await rename('agent', ofAgent.data, name)) + (await rename('caller', ofCaller.data, name))
  })
  // After the rows: a change of one that still had the old name writes that into its counters too.
  await inTurn([...counted.values()], (key) => renameCounter(key, fullName(user)))
}

/** The same for a team's name and office; one that is gone keeps the name it had. */
export async function refreshTeam(teamId: number): Promise<void> {
  const team = (await teamsById([teamId])).get(teamId)
  if (!team) return
  const { id, name, office } = team
  await settled(team.createdAt, async (month) => {
    const { data } = await Appointments.query.byTeam({ teamId, month }).go({ pages: 'all' })
    return rename('team', data, { id, name, office })
  })
}

/**
 * Goes through all months until no row is left that `visit` had to rename: meanwhile somebody's edit may have brought
 * one into a month that was passed already.
 */
async function settled(createdAt: string, visit: (month: string) => Promise<number>): Promise<void> {
  const from = addMonths(localDateOf(createdAt as Instant), -MONTHS_BEFORE)
  const months = monthsBetween(from, addMonths(localDateOf(now()), MONTHS_AHEAD))
  for (let pass = 0, renamed = 1; renamed > 0 && pass < MAX_PASSES; pass++) {
    renamed = 0
    await inTurn(months, async (month) => {
      const found = await visit(month)
      renamed += found
    })
  }
}

/** Writes a name into the rows that carry another for the same id; returns how many those were. */
async function rename<P extends Part>(
  part: P,
  rows: readonly AppointmentRow[],
  name: AppointmentRow[P],
): Promise<number> {
  const others = rows.filter((row) =>
    Object.entries(name).some(([field, text]) => Reflect.get(row[part], field) !== text),
  )
  await inTurn(others, ({ id }) =>
    accepted(() =>
      Appointments.patch({ id })
        .set({ [part]: name })
        .where((row, { eq }) =>
          part === 'team' ? eq(row.team.id, Number(name.id)) : eq(row[part as 'agent' | 'caller'].id, String(name.id)),
        )
        .go(),
    ),
  )
  return others.length
}

const renameCounter = (key: Pick<Counter, 'period' | 'teamId' | 'userId'>, name: string) =>
  accepted(() =>
    Counters.patch(key)
      .set({ name })
      .where((row, { ne }) => ne(row.name, name))
      .go(),
  )

async function inTurn<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < items.length; at += SIDE_BY_SIDE) {
    await Promise.all(items.slice(at, at + SIDE_BY_SIDE).map(work))
  }
}
