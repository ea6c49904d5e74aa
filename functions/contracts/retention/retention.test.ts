import { afterAll, beforeAll, expect, it } from 'vitest'
import { storeContract } from '../../../testing/contracts.ts'
import { deliverOutbox, readOutboxOf } from '../../../testing/outbox.ts'
import { runAsFunction } from '../../../testing/rights.ts'
import { type Person, startWorld, type World } from '../../../testing/world.ts'

let world: World
let admins: Person[]

beforeAll(async () => {
  world = await startWorld({ now: '2026-11-01T03:00:00Z' })
  admins = [await world.person({ role: 'admin' }), await world.person({ role: 'admin' })]
})
afterAll(() => world.stop())

const sheetData = {
  rawRow: { IBAN: 'NL91ABNA0417164300', Kleur: 'rood' },
  former: { data: {}, rawRow: { Kleur: 'blauw' }, metadata: {} },
  metadata: {
    iban: 'NL91ABNA0417164300',
    accountHolder: 'A',
    eanElectricity: '871687112345678906',
    kvkNumber: '12345678',
  },
}
async function stored(id: string) {
  const { Contracts } = await import('../entity.ts')
  return (await Contracts.get({ id }).go()).data
}
const holdsAll = async (id: string) => {
  const row = await stored(id)
  return row?.rawRow !== undefined && row.former !== undefined && row.metadata.iban !== undefined
}
const as = () => world.session(admins[0] as Person)
async function keepFor(contractRetentionMonths: number) {
  const { body } = await world.call('GET', '/api/contracts/settings', { as: await as() })
  const headers = { 'if-match': `"${body.version}"` }
  return world.call('PUT', '/api/contracts/settings', {
    as: await as(),
    headers,
    body: { contractRetentionMonths, sendReminders: true },
  })
}

/** Runs the nightly job of a day, with all the steps that it requests. */
async function night(day: string): Promise<void> {
  world.travel(`${day}T03:00:00Z`)
  const { handler } = await import('../../../events/contract-retention.ts')
  await runAsFunction('contract-retention', () => handler())
  for (const month of ['2026-11', '2026-12', '2027-01', '2027-02', '2027-03', '2027-04', '2027-05']) {
    for (let asked = -1; asked !== (await readOutboxOf(`contracts-${month}`)).length; ) {
      asked = (await readOutboxOf(`contracts-${month}`)).length
      await deliverOutbox(`contracts-${month}`)
    }
  }
}

it('clears personal data of contracts two years after their end, a month after announcing it', async () => {
  const old = await storeContract({ ...sheetData, expiryDate: '2024-11-30' })
  const signed = await storeContract({ ...sheetData, expiryDate: '2019-02-01', salesStatus: 'getekend' })
  const bare = await storeContract({ expiryDate: '2024-11-30' })
  const younger = await storeContract({ ...sheetData, expiryDate: '2024-12-01' })
  await night('2026-11-01')
  await night('2026-11-01')
  await night('2026-11-02')
  const mails = (await world.ses.mails()).filter(({ subject }) => subject.includes('opgeruimd'))
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual(
    expect.arrayContaining(
      admins.map(({ email }) => [[email], 'Gegevens van 2 contracten worden op 01-12-2026 opgeruimd']),
    ),
  )
  expect(mails).toHaveLength(2)
  expect(mails[0]?.text).toContain('einddatum voor 01-12-2024')
  await night('2026-11-30')
  expect(await holdsAll(old.id)).toBe(true)

  await night('2026-12-01')
  expect([await stored(old.id), await stored(signed.id)]).toEqual([
    expect.objectContaining({ version: 2, metadata: { kvkNumber: '12345678' }, customerName: old.customerName }),
    expect.objectContaining({ version: 2, salesStatus: 'getekend' }),
  ])
  for (const { id } of [old, signed]) {
    const row = await stored(id)
    expect([row?.rawRow, row?.former, JSON.stringify(row).includes('ABNA')]).toEqual([undefined, undefined, false])
  }
  expect([(await stored(bare.id))?.version, await holdsAll(younger.id)]).toEqual([1, true])
  const shown = await world.call('GET', `/api/contracts/${old.id}`, { as: await as() })
  expect([shown.status, shown.body.iban, shown.body.rawRow]).toEqual([200, null, []])
  const { body: logs } = await world.call('GET', '/api/audit-logs?limit=100', { as: await as() })
  expect(logs.find(({ action }: { action: string }) => action === 'contract-retention.cleared')?.newData).toEqual({
    ...{ until: '2024-12', counted: 2, cleared: 2 },
  })
})

it('works in steps, counts nothing twice on repeated deliveries, and respects concurrent edits', async () => {
  const { Contracts } = await import('../entity.ts')
  const first = await storeContract({ ...sheetData, expiryDate: '2023-05-01', createdAt: '2026-12-15T00:00:00.000Z' })
  const { addContractMonths } = await import('../months.ts')
  await addContractMonths('nieuw', ['2023-04']).go()
  const more = Array.from({ length: 45 }, (_, index) => ({
    ...{ ...first, id: `more-${index}`, expiryDate: '2023-04-01', expiryMonth: '2023-04' },
  }))
  await Contracts.put(more).go()
  await night('2027-01-01')
  expect((await world.ses.mails()).filter(({ subject }) => subject.includes('46 contracten'))).toHaveLength(2)

  world.travel('2027-02-01T03:00:00Z')
  const { handler } = await import('../../../events/contract-retention.ts')
  const { runRetentionStep } = await import('./retention-step.ts')
  await runAsFunction('contract-retention', () => handler())
  await Promise.all([
    runAsFunction('outbox', () => runRetentionStep('contracts-2027-01', 0)),
    runAsFunction('outbox', () => runRetentionStep('contracts-2027-01', 0)),
  ])
  const held = async () => (await Promise.all(more.map(({ id }) => holdsAll(id)))).filter(Boolean).length
  expect(await held()).toBe(5)
  await world.call('POST', '/api/contracts/bulk-update-sales-status', {
    as: await as(),
    body: { ids: ['more-9', first.id], salesStatus: 'nieuw', notes: 'Gebeld' },
  })
  await night('2027-02-01')
  expect([await held(), await holdsAll(first.id), (await stored(first.id))?.notes]).toEqual([0, false, 'Gebeld'])
  const { retentions } = await import('./retention-entity.ts')
  expect(await retentions.find('contracts-2027-01')).toMatchObject({ state: 'done', counted: 46, cleared: 46 })
})

it('keeps the data of contracts that came after the announcement, or that the settings now keep longer', async () => {
  const late = await storeContract({ ...sheetData, expiryDate: '2025-01-15', createdAt: '2027-02-02T00:00:00.000Z' })
  await night('2027-03-10')
  expect(await holdsAll(late.id)).toBe(true)
  expect((await keepFor(0)).status).toBe(400)
  expect((await keepFor(36)).body).toMatchObject({ version: 1, contractRetentionMonths: 36 })
  await night('2027-04-10')
  expect(await holdsAll(late.id)).toBe(true)
  await keepFor(24)
  await night('2027-05-11')
  await night('2027-06-11')
  expect(await holdsAll(late.id)).toBe(false)
})
