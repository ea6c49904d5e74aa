import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deliverEvent } from '../../../testing/bucket.ts'
import { deliverOutbox } from '../../../testing/outbox.ts'
import { eanOf } from '../../../testing/spreadsheets.ts'
import { startWorld, type World } from '../../../testing/world.ts'
import { buildCsv, findContract, prepareContractImports } from '../../../testing/worlds/contract-imports.ts'

const INPUTS = new URL('../../../testing/inputs/', import.meta.url)

let world: World
let admin: string
beforeAll(async () => {
  world = await startWorld()
  admin = await world.session(await world.person({ role: 'admin' }))
})
afterAll(() => world.stop())

const { imported } = prepareContractImports(
  () => world,
  () => admin,
)

const end = { 'Geldig tot': '01-06-2027', Tekendatum: '01-06-2024', Looptijd: '36' }

describe('a contract has several names', () => {
  const row = { Klantnaam: 'Heenreis Een', Postcode: '6041 AB', Huisnummer: '1', Leverancier: 'Eneco', ...end }

  it('its Sale ID and each EAN: a row that has one of them is the same contract', async () => {
    const first = await imported(
      buildCsv({ 'Sale ID': 'S-9005', ...row, 'EAN stroom': eanOf(301), 'EAN gas': eanOf(302) }),
    )
    const [{ id }] = first.contracts
    const others = [
      { ...row, Leverancier: 'Engie', 'EAN stroom': eanOf(301) },
      { ...row, Leverancier: 'Vattenfall', 'EAN gas': eanOf(302) },
      { ...row, Leverancier: 'Greenchoice', 'Sale ID': 's-9005' },
      { ...row, Leverancier: 'Engie', 'Sale ID': 'S-9002', 'EAN stroom': `${eanOf(303)} ${eanOf(301)}` },
      { ...row, Leverancier: 'Eneco', 'Sale ID': 'S-9002' },
    ]
    for (const other of others) {
      const { stats, contracts } = await imported(buildCsv(other))
      expect(stats).toMatchObject({ created: 0, updated: 1 })
      expect(contracts[0]).toMatchObject({ id, supplier: other.Leverancier })
    }
    const elsewhere = await imported(buildCsv({ ...row, 'EAN gas': eanOf(301) }))
    expect(elsewhere.stats, 'gas is another connection').toMatchObject({ created: 1 })
  })

  it('in files of other programs: the one without the Sale ID updates the one with it', async () => {
    const send = async (name: string) => imported(await readFile(new URL(name, INPUTS)), name)
    expect((await send('contracts-with-sale-id.csv')).stats).toMatchObject({ created: 1, errors: 0 })
    const { stats } = await send('contracts-same-ean-without-sale-id.csv')
    expect([stats.created, stats.updated + stats.skipped, stats.errors]).toEqual([0, 1, 0])
  })

  it('also within one file, and an undo restores what the file met', async () => {
    const known = await imported(buildCsv({ ...row, 'EAN stroom': eanOf(311) }))
    const [{ id }] = known.contracts
    const file = await imported(
      buildCsv(
        { ...row, Leverancier: 'Engie', 'Sale ID': 'S-9101', 'EAN stroom': eanOf(311) },
        { ...row, Klantnaam: 'Nieuw', 'Sale ID': 'S-9102', 'EAN stroom': eanOf(312) },
        { ...row, Klantnaam: 'Nieuw', 'EAN stroom': eanOf(312), Leverancier: 'Vattenfall' },
      ),
    )
    expect(file.stats).toMatchObject({ created: 1, updated: 2 })
    expect(file.details.at(-1).reason).toContain('als rij 3, maar andere gegevens')
    const undone = await world.call('POST', `/api/contracts/uploads/${file.uploadId}/undo`, { as: admin })
    expect(undone.status, undone.text).toBe(200)
    expect(await deliverEvent('contract-import', world.created.at(-1))).toBe(true)
    expect((await findContract(id))?.supplier).toBe('Eneco')
  })
})

describe('our own export', () => {
  const rows = [
    { 'Sale ID': 'S-1', Klantnaam: '+Plus BV', Telefoon: '+49 30 901820', 'EAN stroom': eanOf(401), ...end },
    {
      'Sale ID': 'S-2',
      Klantnaam: '@Home',
      'E-mail': 'een@klant.example',
      Postcode: '6041 AB',
      Huisnummer: '2',
      ...end,
    },
    { Klantnaam: '-Min; en =Is', 'EAN gas': eanOf(402), Leverancier: '-Eneco', ...end },
    { Contractnummer: 'C-4', Klantnaam: 'Vier', Postcode: '6041 AB', Huisnummer: '4', ...end },
    { Klantnaam: 'Vijf', Postcode: '6041 AB', Huisnummer: '5', Telefoon: '0475 123456', ...end },
  ].map((row) => ({ ...row, Klantnaam: `"${row.Klantnaam}"` }))

  const exported = async (format: string) => {
    const reply = await world.call('GET', `/api/contracts/export?status=nieuw&format=${format}`, { as: admin })
    expect(reply.status).toBe(200)
    return reply
  }

  it.each(['csv', 'xlsx'])('makes no new contract as %s, and after a wipe the same ones', async (format) => {
    const { Contracts } = await import('../entity.ts')
    await imported(buildCsv(...rows))
    const lines = async () => (await exported('csv')).text.split('\r\n').sort()
    const before = await lines()
    const bytes = Buffer.from((await exported(format)).text, 'latin1')
    const again = await imported(bytes, `eigen.${format}`)
    expect(again.stats).toMatchObject({ created: 0, errors: 0 })
    expect(await lines()).toEqual(before)
    expect((await imported(bytes, `nogmaals.${format}`)).stats).toMatchObject({ created: 0, updated: 0 })
    await Contracts.delete(again.contracts.map(({ id }: { id: string }) => ({ id }))).go()
    await imported(bytes, `terug.${format}`)
    expect(await lines()).toEqual(before)
  })
})

describe('a colleague in the row of a new contract', () => {
  it('gets it with their lead, once; a name of nobody changes nothing', async () => {
    const bo = await world.person({ role: 'agent', teamId: 1, firstName: 'Bo', lastName: 'Toewijs' })
    const { Contracts } = await import('../entity.ts')
    const csv = buildCsv(
      { Klantnaam: 'Van Bo', Telefoon: '0612349901', 'Toegewezen aan': 'Bo  Toewijs', ...end },
      { Klantnaam: 'Van niemand', Telefoon: '0612349902', 'Toegewezen aan': 'De buurman', ...end },
    )
    const assigned = async () => {
      const { uploadId, contracts } = await imported(csv)
      await deliverOutbox(uploadId)
      await deliverOutbox(uploadId)
      return Promise.all(contracts.map(async ({ id }: { id: string }) => await findContract(id)))
    }
    const [own, nobodys] = await assigned()
    expect(own).toMatchObject({ assignedTo: bo.id, leadId: expect.any(String), version: 2 })
    expect(nobodys).toMatchObject({ version: 1 })
    await Contracts.delete([{ id: own.id }, { id: nobodys.id }]).go()
    const [again] = await assigned()
    expect(again, 'the lead that the colleague has already').toMatchObject({ assignedTo: bo.id, leadId: own.leadId })
    const leads = await world.call('GET', '/api/leads?q=Van Bo', { as: admin })
    expect(leads.body).toHaveLength(1)
  })
})
