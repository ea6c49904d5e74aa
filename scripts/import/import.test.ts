import { afterAll, beforeAll, expect, it } from 'vitest'
import { deliverOutbox } from '../../testing/outbox.ts'
import { type Person, startWorld, type World } from '../../testing/world.ts'
import type { Imported } from './rows.ts'

let world: World
let admin: Person
let as: string

beforeAll(async () => {
  world = await startWorld({ now: '2026-11-23T09:00:00Z' })
  admin = await world.person({ role: 'admin', firstName: 'Ada', email: 'ada@kantoor.example' })
  as = await world.session(admin)
})
afterAll(() => world.stop())

/** Imports lines of a csv as a kind; stores unless `isStored` is false. */
async function run(kind: string, lines: readonly string[], doing: { isStored?: boolean; invites?: boolean } = {}) {
  const { imports } = await import('./kinds.ts')
  const { findActor } = await import('../program-actor.ts')
  const actor = await findActor(admin.email, 'npm run import')
  const file = { filename: `${kind}.csv`, contentType: 'text/csv', bytes: Buffer.from(lines.join('\r\n')) }
  return (await imports[kind]?.(actor, file, { isStored: true, invites: false, ...doing })) as Imported
}
const get = async (path: string) => (await world.call('GET', path, { as })).body

it('brings along teams and people, with invitations that wait until they are asked for', async () => {
  const teamLines = ['Team;Kantoor', 'Maas;Roermond', 'maas;Roermond', 'Venne;Nieuw-Vennep', 'Fout;Parijs']
  expect(await run('teams', teamLines, { isStored: false })).toMatchObject({ created: 2, known: 1 })
  expect(await get('/api/teams')).toEqual([])
  const made = await run('teams', teamLines)
  expect(made).toMatchObject({ created: 2, known: 1 })
  expect(made.wrong).toEqual([
    { row: 5, cells: { Team: 'Fout', Kantoor: 'Parijs' }, reasons: [expect.stringContaining('Kantoor')] },
  ])
  expect(await run('teams', teamLines)).toMatchObject({ created: 0, known: 3 })
  expect((await get('/api/teams')).map(({ name }: { name: string }) => name)).toEqual(['Maas', 'Venne'])

  const people = [
    'Voornaam;Achternaam;E-mail;Telefoon;Rol;Team;Dienstverband',
    'Bo;Bakker;bo@kantoor.example;0475 123456;Agent;Maas;Zzp',
    'Cas;Kuiper;cas@kantoor.example;;Beller;Maas;Loondienst',
    'Zonder;Nummer;zonder@kantoor.example;;Agent;Maas;',
    'Ada;Admin;ADA@kantoor.example;0475 123457;Beheerder;;',
  ]
  const first = await run('users', people)
  expect(first).toMatchObject({ created: 2, known: 1 })
  expect(first.wrong.map(({ row, reasons }) => [row, reasons])).toEqual([
    [4, [expect.stringContaining('Telefoonnummer is verplicht')]],
  ])
  const users = await get('/api/users/active')
  const bo = users.find(({ firstName }: { firstName: string }) => firstName === 'Bo')
  expect(bo).toMatchObject({ role: 'agent', employmentType: 'zzp', phone: '0475 123456', team: { name: 'Maas' } })
  expect(bo.invitedAt).not.toBeNull()
  await deliverOutbox(bo.id)
  expect(await world.ses.mails()).toEqual([])
  expect(await run('users', people, { invites: true })).toMatchObject({ created: 0, known: 3 })
  await deliverOutbox(bo.id)
  expect((await world.ses.mails()).map(({ to }) => to)).toEqual([['bo@kantoor.example']])
})

it('brings along rates, appointments, leads, sales and partners, again without doubles', async () => {
  const rates = [
    'Rol;Team;Bedrag;Vanaf',
    'Agent;;95,00;01-01-2026',
    'Beller;Maas;25;01-06-2026',
    'Agent;Weg;1;01-01-2026',
  ]
  expect(await run('rates', rates)).toMatchObject({ created: 2, known: 0, wrong: [{ row: 4 }] })
  expect(await run('rates', rates)).toMatchObject({ created: 0, known: 2 })

  const visits = [
    'Klantnaam;Telefoon;E-mail;Datum;Tijd;E-mail agent;Status;Notities',
    'Wim Wit;06 12345678;wim@wit.example;14-12-2026;10:00;bo@kantoor.example;Gepland;Belt zelf',
    'Zus Zwart;06 12345679;;14-12-2026;10:00;bo@kantoor.example;Gepland;',
    'Geen Tijd;06 12345670;;14-12-2026;;bo@kantoor.example;;',
    'Wie;06 12345671;;14-12-2026;11:00;niemand@kantoor.example;;',
  ]
  const booked = await run('appointments', visits)
  expect(booked).toMatchObject({ created: 2, known: 0, wrong: [{ row: 4 }, { row: 5 }] })
  expect(await run('appointments', visits)).toMatchObject({ created: 0, known: 2 })
  const list = await get('/api/appointments?from=2026-12-01&to=2026-12-31')
  expect(list.map(({ customerName }: { customerName: string }) => customerName).sort()).toEqual([
    'Wim Wit',
    'Zus Zwart',
  ])
  for (const { id } of list) await deliverOutbox(id)
  expect((await world.ses.mails()).filter(({ to }) => to.includes('wim@wit.example'))).toEqual([])

  const leads = ['Klantnaam;Telefoon;Plaats', 'Lies Lead;06 22222222;Weert', ';06 22222223;Weert']
  expect(await run('leads', leads, { isStored: false })).toMatchObject({ created: 1 })
  expect(await get('/api/leads')).toEqual([])
  expect(await run('leads', leads)).toMatchObject({ created: 1 })
  expect(await run('leads', leads)).toMatchObject({ created: 0, known: 1 })

  const sales = [
    'SalesDock ID;Klantnaam;Telefoon;Adres;Huisnummer;Postcode;Plaats;Leverancier;Product;Looptijd;Markt;IBAN;Rekeninghouder;E-mail agent;Datum',
    'SD-1;Wim Wit;06 12345678;Markt;4;6041 EL;Roermond;Eneco;Gas en stroom;3 jaar;Particulier;NL91 ABNA 0417 1643 00;W. Wit;bo@kantoor.example;10-11-2026',
    'SD-2;Wim Wit;06 12345678;Markt;4;6041 EL;Roermond;Eneco;Gas en stroom;3 jaar;Particulier;NL00 ABNA 0417 1643 00;W. Wit;bo@kantoor.example;10-11-2026',
  ]
  const sold = await run('sales', sales)
  expect(sold.wrong.map(({ row, reasons }) => [row, reasons])).toEqual([[3, ['IBAN: Voer een geldig IBAN nummer in.']]])
  expect(sold).toMatchObject({ created: 1 })
  expect(await run('sales', sales)).toMatchObject({ created: 0, known: 1 })
  expect(await get('/api/sales?from=2026-11-01&to=2026-11-30')).toEqual([
    expect.objectContaining({ salesDockId: 'SD-1', agentCommission: 95, status: 'nieuw' }),
  ])

  const partners = [
    'Partner;E-mail;Adres;Postcode;Plaats;KvK-nummer;Btw-nummer;IBAN;Agent',
    'Bo Energie;bo@energie.example;Markt 4;6041 EL;Roermond;12345678;NL123456789B01;NL91RABO0315273637;bo@kantoor.example',
    'Te Kort;k@energie.example;Markt 5;6041 EL;Roermond;123;NL123456789B01;NL91RABO0315273637;',
  ]
  expect(await run('partners', partners)).toMatchObject({ created: 1, wrong: [{ row: 3 }] })
  expect(await run('partners', partners)).toMatchObject({ created: 0, known: 1 })
})

it('works in the name of an active admin alone', async () => {
  const { findActor } = await import('../program-actor.ts')
  await expect(findActor(undefined, 'x')).rejects.toThrow('--as')
  const { email } = await world.person({ role: 'agent' })
  await expect(findActor(email, 'x')).rejects.toThrow('no active admin')
})
