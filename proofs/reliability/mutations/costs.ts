import { COSTS, type Mutation, SALES, testsOf } from './mutation.ts'

/** Mutations of the guards on revenue, hours, rates and fixed costs, which reports add up. */
export const margins: readonly Mutation[] = [
  {
    name: 'registration: the revenue rate is as it was read',
    file: `${SALES}/sales/registering.ts`,
    find: '      ratesUnchanged,\n',
    replace: '',
    tests: testsOf.revenue('is of the new rate where a rate changes while a sale is registered'),
  },
  {
    name: 'change of a sale: the revenue rate is as it was read',
    file: `${SALES}/sales/changing.ts`,
    find: '...(revenue ? [revenue.ratesUnchanged] : [])',
    replace: '',
    tests: testsOf.revenue('is of the new rate where a rate changes while a sale moves to its days'),
  },
  {
    name: 'step of a changed revenue rate: the rate is as it was read',
    file: `${SALES}/revenue/revenue-step.ts`,
    find: '        requireSameRevenueRates(table),\n',
    replace: '',
    tests: testsOf.revenue('is not overwritten by a run that read a rate which changed meanwhile'),
  },
  {
    name: 'hours: the rates of their person are as they were read',
    file: `${COSTS}/saving-hours.ts`,
    find: '{ conditions: [requireSameRates(rates)] }',
    replace: '{}',
    tests: testsOf.rates('is the one that is in force when hours are entered while it is'),
  },
  {
    name: 'hours: a day has 24',
    file: `${COSTS}/saving-hours.ts`,
    find: 'if (sumHours(entriesOf(together)) <= DAY) return',
    replace: 'if (sumHours(entriesOf(together)) > 0) return',
    tests: testsOf.hours('are 24 on a day at most when two are entered at once'),
  },
  {
    name: 'rate: the others of its person are as they were read',
    file: `${COSTS}/rate-calendar.ts`,
    find: `    (row, { eq, notExists }) => (version === 0 ? notExists(row.version) : eq(row.version, version)),
  )
  return { write`,
    replace: `    (row, { eq, notExists }) => \`\${notExists(row.version)} OR NOT \${eq(row.version, -1)}\`,
  )
  return { write`,
    tests: testsOf.rates('overlaps no other that is entered at once'),
  },
  {
    name: 'fixed cost: its person is still in the team where it counts',
    file: `${COSTS}/fixed.ts`,
    find: 'conditions: [requireStillInTeam(person)]',
    replace: 'conditions: []',
    tests: testsOf.fixed('is in no team that its person left meanwhile'),
  },
]
