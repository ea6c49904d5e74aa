// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what takes the place of a guard is source text
import { COSTS, type Mutation, SALES, testsOf } from './mutation.ts'

/** Mutations of the guards on revenue, hours, rates and fixed costs, which reports add up. */
export const margins: readonly Mutation[] = [
  {
    name: 'registration: the revenue rate is as it was read',
    file: `${SALES}/sales/registering.ts`,
    in: 'registerOnce',
    guard: 'array requireStillAssignable',
    becomes:
      "[\n      ...requireStillAssignable(actor, agent),\n      ...(booked?.chosen && ![actor.id, agent.id].includes(booked.chosen.id)\n        ? [requireStillChosen(booked.chosen, 'callerId')]\n        : []),\n      reserveSalesDockId(row),\n      ...conditions,\n    ]",
    tests: testsOf.revenue('is of the new rate where a rate changes while a sale is registered'),
  },
  {
    name: 'change of a sale: the revenue rate is as it was read',
    file: `${SALES}/sales/changing.ts`,
    in: 'planChange',
    guard: 'spread revenue',
    tests: testsOf.revenue('is of the new rate where a rate changes while a sale moves to its days'),
  },
  {
    name: 'step of a changed revenue rate: the rate is as it was read',
    file: `${SALES}/revenue/revenue-step.ts`,
    in: 'revalue',
    guard: 'call requireSameRevenueRates',
    tests: testsOf.revenue('is not overwritten by a run that read a rate which changed meanwhile'),
  },
  {
    name: 'hours: the rates of their person are as they were read',
    file: `${COSTS}/saving-hours.ts`,
    in: 'buildPlannedDayChanges',
    guard: 'property conditions',
    tests: testsOf.rates('is the one that is in force when hours are entered while it is'),
  },
  {
    name: 'hours: a day has 24',
    file: `${COSTS}/saving-hours.ts`,
    in: 'applyCells',
    guard: 'binary together',
    becomes: 'sumHours(entriesOf(together)) > 0',
    tests: testsOf.hours('are 24 on a day at most when two are entered at once'),
  },
  {
    name: 'rate: the others of its person are as they were read',
    file: `${COSTS}/rate-calendar.ts`,
    in: 'write',
    guard: 'arrow row',
    becomes: '(row, { eq, notExists }) => `${notExists(row.version)} OR NOT ${eq(row.version, -1)}`',
    tests: testsOf.rates('overlaps no other that is entered at once'),
  },
  {
    name: 'fixed cost: its person is still in the team where it counts',
    file: `${COSTS}/fixed.ts`,
    in: 'findCostTarget',
    guard: 'call requireStillInTeam',
    tests: testsOf.fixed('is in no team that its person left meanwhile'),
  },
]
