import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commitPosted, createPayee, invoice, type Ledger, ownInvoice, startLedger, when } from '../../testing/ledger.ts'
import { meanwhile } from '../../testing/meanwhile.ts'
import { startWorld, type World } from '../../testing/world.ts'
import type { LedgerItem } from './service.ts'

let world: World
let ledger: Ledger

beforeAll(async () => {
  world = await startWorld()
  ledger = await startLedger()
})
afterAll(() => world.stop())

describe('at the same moment', () => {
  const text = 'Deze commissie is intussen gefactureerd, uitbetaald of teruggedraaid. Laad de pagina opnieuw.'
  const verbs = {
    'a claim': (item: LedgerItem) => ledger.claimOf(item, { by: 'invoice#2', number: 'YDS-2026-0013' }),
    'a reversal': (item: LedgerItem) => ledger.reversalOf(item),
    'a split': (item: LedgerItem) => ledger.splitItem({ item, part: 100 }, when),
    payroll: (item: LedgerItem) => ledger.payrollOf(item),
    'an own invoice': (item: LedgerItem) =>
      ledger.recordOwnInvoice({ items: [item] }, { ...when, invoice: ownInvoice('F-7', 9500) }),
  }

  for (const [name, verb] of Object.entries(verbs)) {
    it(`${name} after a claim made meanwhile is refused and posts nothing`, async () => {
      const item = await ledger.dueItem()
      const late = await verb(item)
      await meanwhile(() => commitPosted(ledger.claimOf(item)))
      await expect(commitPosted(late)).rejects.toThrow(text)
      expect((await ledger.again(item)).claimedBy).toEqual(invoice)
      expect(await ledger.payable(item)).toBe(9500)
      expect(await ledger.openOf(item)).toEqual([])
    })

    it(`a claim after ${name} made meanwhile is refused`, async () => {
      const item = await ledger.dueItem()
      const late = ledger.claimOf(item)
      await meanwhile(async () => commitPosted(await verb(item)))
      await expect(commitPosted(late)).rejects.toThrow(text)
      expect((await ledger.again(item)).claimedBy).not.toEqual(invoice)
    })
  }

  it('a release of an item that was released and paid meanwhile is refused', async () => {
    const item = await ledger.dueItem()
    await commitPosted(ledger.claimOf(item))
    const held = await ledger.again(item)
    const late = ledger.releaseItems([held], 'invoice#1')
    await meanwhile(async () => {
      await commitPosted(ledger.releaseItems([held], 'invoice#1'))
      await commitPosted(ledger.payrollOf(item))
    })
    await expect(commitPosted(late)).rejects.toThrow(text)
    expect((await ledger.again(item)).claimedBy?.by).toBe('payroll#2026-11')
  })

  it('a reversal of an item that its invoice released meanwhile is refused', async () => {
    const item = await ledger.dueItem()
    await commitPosted(ledger.claimOf(item))
    const held = await ledger.again(item)
    const late = ledger.creditOf(held, 'invoice#1')
    await meanwhile(async () => {
      await commitPosted(ledger.releaseItems([held], 'invoice#1'))
      await commitPosted(ledger.payrollOf(item))
    })
    await expect(commitPosted(late)).rejects.toThrow(text)
    expect(await ledger.payable(item)).toBe(0)
  })

  it('a claim after the name of a customer was erased meanwhile is refused, and no seal of a month breaks', async () => {
    const item = await ledger.dueItem()
    const { computeSeal, readPostedItems, rewriteTexts } = await import('./service.ts')
    const months = { from: item.date.slice(0, 7), month: item.date.slice(0, 7) }
    const sealed = await computeSeal(months)
    const late = ledger.claimOf(item)
    await meanwhile(async () => rewriteTexts(await readPostedItems([item.id]), () => 'Sale Gewiste klant'))
    await expect(commitPosted(late)).rejects.toThrow(text)
    expect(await ledger.again(item)).toEqual({ ...item, text: 'Sale Gewiste klant' })
    expect(await computeSeal(months)).toEqual(sealed)
    expect(sealed.transactions).toBeGreaterThan(0)
    const other = await ledger.dueItem()
    await commitPosted(ledger.claimOf(other))
    await rewriteTexts(await readPostedItems([other.id]), () => 'Sale Gewiste klant')
    expect(await ledger.again(other)).toMatchObject({ text: 'Sale Gewiste klant', claimedBy: invoice })
  })

  it('the same commission is posted once', async () => {
    const payee = createPayee()
    const late = ledger.dueOf(payee, 9500)
    await meanwhile(() => commitPosted(ledger.dueOf(payee, 9500)))
    await expect(commitPosted(late)).rejects.toThrow('Dit is al geboekt')
    expect(await ledger.payable(payee)).toBe(9500)
  })
})
