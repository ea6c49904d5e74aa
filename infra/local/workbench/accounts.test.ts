import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb'
import { Secret, TOTP } from 'otpauth'
import { expect, onTestFinished, test } from 'vitest'
import { createTemporaryFolder } from '../fixtures/temporary.ts'
import { endTestTable, startTestTable } from '../fixtures/test-table.ts'
import { createAccounts } from './accounts.ts'

const NOW = Date.parse('2026-11-21T09:00:10Z')
const SEEDED = 'JBSWY3DPEHPK3PXP'
const CHANGED = 'KRSXG5CTMVRXEZLU'

const person = {
  id: 'p1',
  email: 'agent1@example.nl',
  password: 'geheim',
  firstName: 'An',
  lastName: 'Agent',
  role: 'agent',
  teamId: 1,
  teamName: 'Oud',
  office: 'roermond',
  flags: { hasCalendarAccess: true },
  employmentType: 'zzp',
  isActive: true,
  twoFactorEnabled: true,
  backupCodes: ['ABC123'],
  secret: SEEDED,
}

async function start() {
  const folder = createTemporaryFolder()
  writeFileSync(join(folder, 'demo.json'), JSON.stringify([person]))
  const table = await startTestTable({ folder })
  onTestFinished(() => endTestTable(table))
  const documents = DynamoDBDocumentClient.from(table.client)
  const put = (Item: Record<string, unknown>) => documents.send(new PutCommand({ TableName: table.name, Item }))
  const secrets = new Map([['p1', SEEDED]])
  const accounts = createAccounts({ folder, table, totpSecretOf: (id) => secrets.get(id) ?? null, now: () => NOW })
  return { put, secrets, accounts }
}

test('people are shown as the table has them now, not as the seed made them', async () => {
  const { put, accounts } = await start()
  const { secret: _, ...asMade } = person
  expect(await accounts.list()).toEqual([{ ...asMade, totpSecret: SEEDED }])

  await put({ pk: 'team#2', sk: 'team', name: 'Nieuw', office: 'nieuw-vennep' })
  await put({
    pk: 'user#p1',
    sk: 'user',
    email: 'agent1@example.nl',
    firstName: 'An',
    lastName: 'Leider',
    role: 'teamleader',
    teamId: 2,
    hasSalesAccess: true,
    employmentType: 'loondienst',
    isActive: false,
    twoFactorEnabled: true,
  })
  expect(await accounts.list()).toMatchObject([
    {
      lastName: 'Leider',
      role: 'teamleader',
      teamId: 2,
      teamName: 'Nieuw',
      office: 'nieuw-vennep',
      flags: { hasSalesAccess: true, hasCalendarAccess: false },
      employmentType: 'loondienst',
      isActive: false,
      totpSecret: SEEDED,
      backupCodes: ['ABC123'],
    },
  ])
})

test('backup codes are known while the 2FA is that of the seed', async () => {
  const { secrets, accounts } = await start()
  secrets.set('p1', CHANGED)
  expect(await accounts.list()).toMatchObject([{ totpSecret: CHANGED, backupCodes: null }])
  secrets.delete('p1')
  expect(await accounts.list()).toMatchObject([{ totpSecret: null, backupCodes: null }])
})

test("a 2FA code follows the functions' clock", async () => {
  const { accounts } = await start()
  const expected = new TOTP({ secret: Secret.fromBase32(SEEDED) }).generate({ timestamp: NOW })
  expect(await accounts.totp('Agent1@example.nl ')).toEqual({ code: expected, secondsLeft: 20 })
  expect(await accounts.totp('nobody@example.nl')).toBeNull()
})
