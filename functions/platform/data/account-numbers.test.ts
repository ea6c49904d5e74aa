import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeApiKey } from '../../../proofs/cast.ts'
import { startWorld, type World } from '../../../testing/world.ts'
import { withoutIbans, withoutIbansWithin } from './account-numbers.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const IBAN = 'NL91ABNA0417164300'
const MASK = 'NL•• •••• •••• ••43 00'
const grouped = 'NL91 ABNA 0417 1643 00'
const shifted = (text: string, by: number) =>
  text.replace(/[A-Z0-9]/g, (one) => String.fromCodePoint((one.codePointAt(0) ?? 0) + by))

const spellings: Record<string, string> = {
  whole: IBAN,
  'small letters': IBAN.toLowerCase(),
  'mixed letters': 'Nl91aBnA0417164300',
  'groups of four': grouped,
  dots: grouped.replaceAll(' ', '.'),
  hyphens: grouped.replaceAll(' ', '-'),
  'hyphens that do not break': grouped.replaceAll(' ', '\u2011'),
  dashes: grouped.replaceAll(' ', ' – '),
  underscores: grouped.replaceAll(' ', '_'),
  slashes: grouped.replaceAll(' ', '/'),
  'backslashes and bars': 'NL91\\ABNA|0417\\1643|00',
  commas: grouped.replaceAll(' ', ', '),
  brackets: 'NL91 (ABNA) [0417] {1643} 00',
  'letter by letter': [...IBAN].join(' '),
  'letter by letter with dots': [...IBAN].join('.'),
  'letter by letter with wide gaps': [...IBAN].join(' . '),
  'full-width characters': shifted(IBAN, 0xfee0),
  'full-width digits in groups': `NL${shifted('91', 0xfee0)} ABNA ${shifted('0417', 0xfee0)} 1643 00`,
  'hard spaces': grouped.replaceAll(' ', '\u00a0'),
  'thin spaces': grouped.replaceAll(' ', '\u2009'),
  'unseen characters': [...IBAN].join('\u200b'),
  'soft hyphens': grouped.replaceAll(' ', '\u00ad'),
  'lines of its own': grouped.replaceAll(' ', '\r\n'),
  'bold digits': `NL91ABNA04${[...'17164300'].map((digit) => String.fromCodePoint(0x1d7ce + Number(digit))).join('')}`,
  'circled digits': 'NL⑨①ABNA04①⑦①⑥④③00',
  accents: 'ŃL91ÁBNA0417164300',
  stars: '**NL91**ABNA**0417**1643**00',
}

describe('an account number', () => {
  it.each(Object.entries(spellings))('is masked in %s', (_, typed) => {
    expect(withoutIbans(typed)).toContain(MASK)
    expect(withoutIbans(`Rekening:${typed}, graag`)).toContain(`Rekening:`)
    expect(withoutIbans(`Rekening:${typed}, graag`)).toMatch(/^Rekening:\**NL•• •••• •••• ••43 00, graag$/)
    expect(withoutIbans(`IBAN${typed}x en ${typed}`).split(MASK)).toHaveLength(3)
  })

  it.each([
    ...['BE68 5390 0754 7034', 'DE89 3704 0044 0532 0130 00', 'FR14_2004_1010_0505_0001_3M02_606'],
    ...['GB29/NWBK/6016/1331/9268/19', 'MT84 MALT 0110 0001 2345 MTLC AST0 01S', 'NO93 8601 1117 947'],
    ...['IT60 X054 2811 1010 0000 0123 456', 'ES91-2100-0418-4502-0005-1332', 'TR330006100519786457841326'],
  ])('of another country is masked: %s', (typed) => {
    const kept = withoutIbans(`naar ${typed}.`).replaceAll(/[\s•.]/g, '')
    expect(kept).toHaveLength('naar'.length + 6)
  })

  it.each([
    'Belt terug over de 12 contracten: 31-12-2027, 1234 AB, 06 12345678 of 0475 123456',
    'EAN 871687120000000087 en 871687120000000094, KvK 12345678, btw NL123456789B01',
    `${grouped.slice(0, -1)}1`,
    'be12c0ffee00000000000000000000a7',
    'NL91 ABNA en verder ruim tien woorden 0417 1643 00',
    'de 89 3704, daarna 0044',
  ])('is not seen where there is none: %s', (text) => {
    expect(withoutIbans(text)).toBe(text)
  })

  it('is found between any other text, which does not change', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom(...Object.values(spellings)), (text, typed) => {
        const clean = text.replaceAll(/[\p{L}\p{N}\p{M}]/gu, '')
        expect(withoutIbans(`${clean}|${typed}|`).replaceAll('*', '')).toBe(`${clean}|${MASK}|`.replaceAll('*', ''))
      }),
    )
  })

  it('is masked at any depth, also in the names of columns', () => {
    const row = { id: 'x', rawRow: { [IBAN]: [grouped, { note: spellings['slashes'] }] }, none: null, count: 3 }
    expect(withoutIbansWithin(row)).toEqual({
      ...{ id: 'x', none: null, count: 3 },
      rawRow: { [MASK]: [MASK, { note: MASK }] },
    })
  })
})

it('no spelling leaves the record through the audit, an export or an API key', async () => {
  await world.team(1)
  const agent = await world.person({ role: 'agent', teamId: 1 })
  const admin = await world.person({ role: 'admin' })
  const [as, apiKey] = [await world.session(admin), await makeApiKey(admin)]
  // Leaves out the spelling with invisible characters: no form accepts these, so no record can hold it.
  const typed = Object.entries(spellings).filter(([name]) => name !== 'unseen characters')
  const ids: string[] = []
  for (const [index, [, notes]] of typed.entries()) {
    const { status, text, body } = await world.call('POST', '/api/appointments', {
      as,
      body: {
        ...{ customerName: `Klant ${index}`, customerPhone: '0475 123456', agentId: agent.id, notes: `!${notes}!` },
        ...{ appointmentDate: '2026-12-01', appointmentTime: `10:${10 + index}`, bookAnyway: true },
      },
    })
    expect(status, text).toBe(201)
    ids.push(body.id)
  }
  const masks = (text: string) => text.split(MASK).length - 1
  const day = 'date=2026-12-01'
  const list = await world.call('GET', `/api/appointments?${day}`, { headers: { 'x-api-key': apiKey } })
  const file = await world.call('GET', `/api/appointments/export?${day}`, { as })
  const rows = Buffer.from(file.text, 'latin1').toString()
  expect([masks(list.text), masks(rows)]).toEqual([typed.length, typed.length])
  for (const id of ids) {
    const { text } = await world.call('GET', `/api/audit-logs?entityType=appointment&entityId=${id}`, { as })
    expect(masks(text), text).toBe(1)
  }
})
