import type { EntityItem } from 'electrodb'
import type { Reach } from '../../shared/access.ts'
import { type LocalDate, startOfWeek } from '../../shared/time.ts'
import { Entity, key, model, store } from './table.ts'

const count = { type: 'number', default: 0 } as const

/** What is counted; a move adds to some of these. */
export const measures = [
  'appointments',
  'pending',
  'booked',
  'bookedPending',
  'particulier',
  'zakelijk',
  'sales',
  'sold',
  'bookedSold',
] as const
export type Measure = (typeof measures)[number]
export type Counts = Record<Measure, number>

/**
 * Counts per person and period (a day, a week, a month, a year), changed in the transaction of the record that
 * moves them (rulings 27). Reading one period costs the same however many records there are.
 *
 * | Read                       | Index   | Key                     |
 * | everybody's period         | primary | period                  |
 * | a team's period            | primary | period · teamId         |
 */
export const Counters = new Entity(
  {
    model: model('counter'),
    attributes: {
      period: { type: 'string', required: true },
      teamId: { type: 'number', required: true },
      userId: { type: 'string', required: true },
      name: { type: 'string' },
      appointments: count,
      pending: count,
      booked: count,
      bookedPending: count,
      particulier: count,
      zakelijk: count,
      sales: count,
      /** Appointments that became a sale: of the agent, and of whoever booked them. */
      sold: count,
      bookedSold: count,
    },
    indexes: {
      primary: {
        pk: { ...key.primary.pk, composite: ['period'], template: 'count#${period}' },
        sk: { ...key.primary.sk, composite: ['teamId', 'userId'], template: 'team#${teamId}#user#${userId}' },
      },
    },
  },
  store,
)
export type Counter = EntityItem<typeof Counters>

/** The names of the periods a date falls in: its day, week (by its Monday), month and year. */
export const periodsOf = (date: LocalDate) => ({
  day: date as string,
  week: `week-${startOfWeek(date)}`,
  month: date.slice(0, 7),
  year: date.slice(0, 4),
})

/** What one record adds for one person on one date. */
export interface Contribution {
  readonly date: LocalDate
  readonly teamId: number
  readonly userId: string
  readonly name: string
  readonly measure: Measure
}

/** By how much one counter changes. */
export interface Move {
  readonly key: Pick<Counter, 'period' | 'teamId' | 'userId'>
  readonly name: string
  readonly by: Counts
}

/**
 * What takes a record from what it contributed to what it contributes now, per counter; what stays the same is not in
 * it. Either side may be empty.
 */
export function movesOf(before: readonly Contribution[], after: readonly Contribution[]): Move[] {
  const moves = new Map<string, Move>()
  const add = (contribution: Contribution, by: 1 | -1) => {
    for (const period of Object.values(periodsOf(contribution.date))) {
      const { teamId, userId, name } = contribution
      const id = `${period}#${teamId}#${userId}`
      const move = moves.get(id) ?? { key: { period, teamId, userId }, name, by: zero() }
      move.by[contribution.measure] += by
      moves.set(id, move)
    }
  }
  for (const contribution of before) add(contribution, -1)
  for (const contribution of after) add(contribution, 1)
  return [...moves.values()].filter(({ by }) => measures.some((measure) => by[measure] !== 0))
}

/** The counter updates of a change of a record, to go into its transaction. */
export const countersMoved = (before: readonly Contribution[], after: readonly Contribution[]) =>
  movesOf(before, after).map(({ key, name, by }) =>
    Counters.update(key)
      .set({ name })
      .add(
        Object.fromEntries(
          measures.filter((measure) => by[measure] !== 0).map((measure) => [measure, by[measure]]),
        ) as Partial<Counts>,
      ),
  )

export const zero = (): Counts => Object.fromEntries(measures.map((measure) => [measure, 0])) as Counts

/** Everybody's counters of one period within reach; a reach of one's own leaves that person's alone. */
export async function countersIn(period: string, reach: Reach): Promise<Counter[]> {
  const all = Counters.query.primary({ period })
  const query = reach.scope === 'team' ? all.begins({ teamId: reach.teamId }) : all
  const { data } = await query.go({ pages: 'all' })
  if (reach.scope === 'team') return data.filter((row) => row.teamId === reach.teamId)
  return reach.scope === 'own' ? data.filter((row) => row.userId === reach.userId) : data
}
