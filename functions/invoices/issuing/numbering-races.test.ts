import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildInvoiceForm, buildPartnerForm, buildSettingsForm } from '../../../testing/invoices.ts'
import { meanwhile } from '../../../testing/meanwhile.ts'
import { type MoneyWorld, startMoneyWorld } from '../../../testing/money.ts'

let world: MoneyWorld
let partner: string
beforeAll(async () => {
  world = await startMoneyWorld()
  partner = await world.partnerOf()
})
afterAll(() => world.stop())

const typed = (of = partner, form: object = {}) => world.bill('POST', '/invoices', buildInvoiceForm(of, form))
const tryTyped = (of: string, form: object = {}) => world.tryBill('POST', '/invoices', buildInvoiceForm(of, form))
const numberOf = ({ invoiceNumber }: { invoiceNumber: string }) => invoiceNumber

/** Makes two documents at once, the second during the transaction of the first; returns their numbers in order. */
async function atOnce(one: () => Promise<{ invoiceNumber: string }>, two = one): Promise<number[]> {
  let second = ''
  await meanwhile(async () => {
    world.passTurn()
    second = numberOf(await two())
  })
  const numbers = [numberOf(await one()), second].map((number) => Number(number.split('-').at(-1)))
  return numbers.sort((first, other) => first - other)
}

describe('the number of an invoice', () => {
  it('is unique when the first two of a year are made at once', async () => {
    expect(await atOnce(typed)).toEqual([1, 2])
  })

  it('is unique when others are made at once', async () => {
    const last = Number(
      numberOf(await typed())
        .split('-')
        .at(-1),
    )
    expect(await atOnce(typed)).toEqual([last + 1, last + 2])
  })

  it('is unique when credit notes are made at once', async () => {
    const [one, two] = [await world.sent(partner), await world.sent(partner)]
    const credit = ({ id }: { id: string }) => world.bill('POST', `/invoices/${id}/credit-notes`, {})
    expect(
      await atOnce(
        () => credit(one),
        () => credit(two),
      ),
    ).toEqual([1, 2])
  })

  it('is not skipped when the settings raise the next number while it is issued', async () => {
    await typed()
    await meanwhile(() => typed())
    const form = buildSettingsForm({ nextInvoiceNumber: 50 })
    expect(await world.tryBill('PUT', '/settings', form)).toEqual([409, expect.any(String)])
    expect(
      Number(
        numberOf(await typed())
          .split('-')
          .at(-1),
      ),
    ).toBeLessThan(50)
  })
})

describe('the number of an invoice whose prefix is changed meanwhile', () => {
  it('is in the old series, and the next number is the first of the new series', async () => {
    const before = numberOf(await typed())
    await meanwhile(() => world.bill('PUT', '/settings', buildSettingsForm({ invoicePrefix: 'ANDERS' })))
    const number = numberOf(await typed())
    expect([number.split('-')[0], Number(number.split('-').at(-1))]).toEqual([
      before.split('-')[0],
      Number(before.split('-').at(-1)) + 1,
    ])
    expect(numberOf(await typed())).toBe('ANDERS-2026-0001')
  })
})

describe('an invoice that somebody types', () => {
  it('is not made for a partner that is deactivated meanwhile', async () => {
    const own = await world.partnerOf()
    await meanwhile(() => world.activate(own, false))
    expect(await tryTyped(own)).toEqual([409, expect.any(String)])
  })

  it('prevents the deletion of its partner at the same moment', async () => {
    const own = await world.partnerOf()
    await meanwhile(() => typed(own))
    expect(await world.tryBill('DELETE', `/partners/${own}`)).toEqual([409, expect.stringContaining('facturen')])
  })

  it('is not assigned to a user who is deactivated meanwhile, when it is made or later', async () => {
    const gone = (user: { id: string }) => () => world.done('admin', 'DELETE', `/api/users/${user.id}`)
    const [one, two] = [await world.agent(), await world.agent()]
    await meanwhile(gone(one))
    expect((await tryTyped(partner, { assignedUserId: one.id }))[0]).toBe(422)
    const { id } = await typed()
    await meanwhile(gone(two))
    expect((await world.tryBill('PATCH', `/invoices/${id}`, { assignedUserId: two.id }))[0]).toBe(422)
  })
})

describe('a partner', () => {
  it('is not assigned to a user who is deactivated meanwhile, at creation or later', async () => {
    const gone = (user: { id: string }) => () => world.done('admin', 'DELETE', `/api/users/${user.id}`)
    const [one, two] = [await world.agent(), await world.agent()]
    await meanwhile(gone(one))
    expect((await world.tryBill('POST', '/partners', buildPartnerForm({ assignedAgentId: one.id })))[0]).toBe(422)
    await meanwhile(gone(two))
    const body = { assignedAgentId: two.id }
    expect((await world.tryBill('PATCH', `/partners/${partner}`, body))[0]).toBe(422)
  })
})
