import { beforeEach, describe, expect, test } from 'vitest'
import type { Instant } from '../../shared/time.ts'
import type { Cloud } from './cloud.ts'
import { environment, openAccount, REGION } from './recorded-account.ts'
import type { Machine } from './release.ts'
import { restoreExport, restoreToMoment, runOnEnvironment } from './restore.ts'

const AT = '2026-11-28T16:30:00.000Z' as Instant
const OLD = 'Partnerview-prod-1.1'
const NEW = 'Partnerview-prod-1.2'

const OTHER = { status: 'ACTIVE', restoredTo: '2026-11-01T00:00:00.000Z' as Instant, indexes: [] }

let account: ReturnType<typeof openAccount>
beforeEach(() => {
  account = openAccount()
  const outputs = { TableName: OLD, UserPoolId: 'pool' }
  account.stacks.set(`${REGION} Partnerview-prod`, { status: 'UPDATE_COMPLETE', isProtected: true, outputs })
})

const asked = { name: 'prod', environment: { ...environment, tableGeneration: 2 }, isAgreed: false }
const run = (at = AT, answers: { cloud?: Partial<Cloud>; machine?: Partial<Machine>; generation?: number } = {}) =>
  restoreToMoment(
    { cloud: { ...account.cloud, ...answers.cloud }, machine: { ...account.machine, ...answers.machine } },
    { ...asked, environment: { ...asked.environment, tableGeneration: answers.generation ?? 2 }, at },
  )
const said = () => account.said.join('\n')

describe('a table restored to a moment', () => {
  test('is completed, prepared and taken over by the stack, and its counters are counted again', async () => {
    expect(await run()).toBe(true)
    expect(account.changes).toEqual([
      ...[`restore ${OLD} of ${AT} as ${NEW}`, `complete ${NEW}`, 'deploy Partnerview-prod and take over'],
    ])
    expect(account.asked).toEqual([
      `Restore ${OLD} to ${AT} as ${NEW}? What people do from then until the stack takes it over is not in it; ${OLD} stays.`,
      `run scripts/restore/restore-data.ts --at ${AT} on ${NEW}`,
      'synth prod',
      `run scripts/recount/recount-table.ts --repair on ${NEW}`,
    ])
  })

  test('goes on after a failure with the table that was made for it', async () => {
    expect(await run(AT, { machine: { runProgram: async () => 1 } })).toBe(false)
    account.changes.length = 0
    expect(await run()).toBe(true)
    expect(account.changes).toEqual([`complete ${NEW}`, 'deploy Partnerview-prod and take over'])
  })

  test.each<[string, Parameters<typeof run>, string]>([
    ['without credentials', [AT, { cloud: { identity: async () => null } }], 'No valid credentials'],
    ['without a new generation', [AT, { generation: 1 }], 'raise tableGeneration to 2'],
    ['before what AWS keeps', ['2026-01-01T00:00:00.000Z' as Instant], `${OLD} can be restored to a moment from`],
    ['in the future', ['2027-01-01T00:00:00.000Z' as Instant], 'to 2026-11-29T08:55:00.000Z'],
    [
      'beside one of another moment',
      [AT, { cloud: { table: async () => OTHER } }],
      `${NEW} exists, of 2026-11-01T00:00:00.000Z`,
    ],
    ['without a yes', [AT, { machine: { agrees: async () => false } }], ''],
  ])('is not made %s', async (_name, args, text) => {
    expect(await run(...args)).toBe(false)
    expect(said()).toContain(text)
    expect(account.changes).toEqual([])
  })

  test('is not used before its sessions and keys have ended', async () => {
    expect(await run(AT, { machine: { runProgram: async () => 1 } })).toBe(false)
    expect(account.changes.filter((change) => change.startsWith('deploy'))).toEqual([])
  })
})

test('an export of an environment, and an environment filled from it, use its own table, accounts and documents', async () => {
  const place = { cloud: account.cloud, machine: account.machine }
  const program = 'scripts/restore/export-data.ts'
  expect(await runOnEnvironment(place, { ...asked, program, args: ['/exports/1'] })).toBe(true)
  expect(await restoreExport(place, { ...asked, from: '/exports/1' })).toBe(true)
  expect(account.asked).toEqual([
    `run scripts/restore/export-data.ts /exports/1 on ${OLD}`,
    'Fill prod from /exports/1?',
    `run scripts/restore/restore-data.ts --from /exports/1 on ${OLD}`,
    `run scripts/recount/recount-table.ts --repair on ${OLD}`,
  ])
})
