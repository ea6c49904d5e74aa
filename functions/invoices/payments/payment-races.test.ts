import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildStatementForm } from '../../../testing/invoices.ts'
import { meanwhile } from '../../../testing/meanwhile.ts'
import { type MoneyWorld, startMoneyWorld } from '../../../testing/money.ts'

let world: MoneyWorld
let partner: string
beforeAll(async () => {
  world = await startMoneyWorld()
  partner = await world.partnerOf()
})
afterAll(() => world.stop())

const order = (...invoiceIds: string[]) => ({ invoiceIds, executionDate: '2026-11-24' })
/** Makes a payment file that the second admin approves; returns its id. */
const ordered = async (...ids: string[]): Promise<string> => {
  const { id } = await world.bill('POST', '/payment-files', order(...ids))
  await world.approveFile(id)
  return id
}
const release = (file: string, invoiceId: string) =>
  world.tryBill('POST', `/payment-files/${file}/release`, { invoiceId })
/** Returns the state of each payment in a file. */
const statesIn = async (file: string): Promise<string[]> =>
  (await world.bill('GET', `/payment-files/${file}/payments`)).payments.map(({ state }: { state: string }) => state)
/** Makes a credit note that is not issued yet; returns its id. */
const credited = async (id: string): Promise<string> =>
  (await world.bill('POST', `/invoices/${id}/credit-notes`, {})).id
const refused = [409, expect.any(String)]

describe('a payment file', () => {
  it('pays nothing that another file pays meanwhile', async () => {
    const { id } = await world.sent(partner)
    let first = ''
    await meanwhile(async () => {
      first = await ordered(id)
    })
    expect((await world.tryBill('POST', '/payment-files', order(id)))[0]).toBe(422)
    expect(await statesIn(first)).toEqual(['ordered'])
  })

  it('pays nothing that was credited meanwhile', async () => {
    const { id } = await world.sent(partner)
    const note = await credited(id)
    await meanwhile(() => world.put(note, 'in_behandeling'))
    expect((await world.tryBill('POST', '/payment-files', order(id)))[0]).toBe(422)
    expect(await world.invoice(id)).toMatchObject({ status: 'betaald', openAmount: 0 })
  })

  it('pays nothing that is paid by hand meanwhile', async () => {
    const { id } = await world.sent(partner)
    await meanwhile(() => world.put(id, 'betaald'))
    expect((await world.tryBill('POST', '/payment-files', order(id)))[0]).toBe(422)
  })

  it('pays what a payment by hand leaves open meanwhile', async () => {
    const { id } = await world.sent(partner)
    await meanwhile(() => world.put(id, 'betaald', { partAmount: 21 }))
    const file = await ordered(id)
    const { payments } = await world.bill('GET', `/payment-files/${file}/payments`)
    expect(payments).toMatchObject([{ invoiceId: id, amount: 100, state: 'ordered' }])
  })

  it('does not release an invoice that is marked paid meanwhile', async () => {
    const { id } = await world.sent(partner)
    const file = await ordered(id)
    await meanwhile(() => world.put(id, 'betaald'))
    expect(await release(file, id)).toEqual(refused)
    expect(await statesIn(file)).toEqual(['paid'])
  })

  it('does not release an invoice that is in another file by now', async () => {
    const { id } = await world.sent(partner)
    const file = await ordered(id)
    let second = ''
    await meanwhile(async () => {
      await release(file, id)
      second = await ordered(id)
    })
    expect(await release(file, id)).toEqual(refused)
    expect(await statesIn(second)).toEqual(['ordered'])
  })

  it('does not release an invoice that is in another file by now, when it is withdrawn', async () => {
    const { id } = await world.sent(partner)
    const file = await ordered(id)
    let second = ''
    await meanwhile(async () => {
      await release(file, id)
      second = await ordered(id)
    })
    expect(await world.tryBill('POST', `/payment-files/${file}/withdraw`)).toEqual(refused)
    expect(await statesIn(second)).toEqual(['ordered'])
  })
})

describe('an invoice that a payment file takes meanwhile', () => {
  it('is not credited', async () => {
    const { id } = await world.sent(partner)
    let file = ''
    await meanwhile(async () => {
      file = await ordered(id)
    })
    expect(await world.tryBill('POST', `/invoices/${id}/credit-notes`, {})).toEqual(refused)
    expect(await statesIn(file)).toEqual(['ordered'])
  })

  it('is not credited by a note that was made before either', async () => {
    const { id } = await world.sent(partner)
    const note = await credited(id)
    let file = ''
    await meanwhile(async () => {
      file = await ordered(id)
    })
    const issue = { status: 'in_behandeling' }
    expect(await world.tryBill('PATCH', `/invoices/${note}/status`, issue)).toEqual(refused)
    expect([(await world.invoice(note)).status, await statesIn(file)]).toEqual(['concept', ['ordered']])
  })

  it('stays in it when somebody marks it paid', async () => {
    const { id } = await world.sent(partner)
    let file = ''
    await meanwhile(async () => {
      file = await ordered(id)
    })
    await world.put(id, 'betaald')
    expect(await statesIn(file)).toEqual(['paid'])
  })

  it('is not refused by its partner', async () => {
    const email = 'weigert@bos.example'
    const own = await world.partnerOf()
    await world.bill('PATCH', `/partners/${own}`, { email })
    const { id } = await world.sent(own)
    await world.delivered(id, 'invoice-partner-mail')
    const [mail] = (await world.world.ses.mails()).filter(({ to }) => to.includes(email))
    const token = /\/factuur\/([\w-]{43})\n/.exec(mail?.text ?? '')?.[1]
    let file = ''
    await meanwhile(async () => {
      file = await ordered(id)
    })
    const body = { answer: 'refused', reason: 'Klopt niet' }
    const reply = await world.world.call('POST', `/api/invoice-acceptance/${token}`, { body })
    expect([reply.status, await statesIn(file)]).toEqual([409, ['ordered']])
  })
})

describe('a statement of the bank', () => {
  interface Booked {
    readonly invoiceNumber: string
    readonly totalAmount: number
    readonly isBack?: boolean
  }
  const camt = (...booked: Booked[]) => {
    const entries = booked.map(
      ({ invoiceNumber, totalAmount, isBack = false }) =>
        `<Ntry><Amt Ccy="EUR">${totalAmount}</Amt><CdtDbtInd>${isBack ? 'CRDT' : 'DBIT'}</CdtDbtInd><BookgDt><Dt>2026-11-23</Dt></BookgDt><NtryDtls><TxDtls><Refs><EndToEndId>${invoiceNumber}</EndToEndId></Refs></TxDtls></NtryDtls></Ntry>`,
    )
    return `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>${entries.join('')}</Stmt></BkToCstmrStmt></Document>`
  }
  async function uploaded(content: string) {
    const as = await world.world.session(world.people.admin)
    const reply = await world.world.call('POST', '/api/self-billing/bank-statements', {
      as,
      ...buildStatementForm(content),
    })
    return [reply.status, reply.body]
  }
  const confirm = (statement: string, id: string, booking = 'out0') =>
    world.bill('POST', `/bank-statements/${statement}/confirm`, { matches: [{ booking, invoiceId: id }] })
  const choose = (statement: string, id: string, booking = 'out0') =>
    world.bill('POST', `/bank-statements/${statement}/choose`, { booking, invoiceId: id })
  const matchesOf = async (statement: string) =>
    (await world.bill('GET', `/bank-statements/${statement}/bookings`)).map(
      ({ matches }: { matches: { invoiceId: string; confirmedAt: string | null }[] }) =>
        matches.map(({ invoiceId, confirmedAt }) => [invoiceId, confirmedAt !== null]),
    )

  it('forgets no confirmation when it is uploaded again meanwhile', async () => {
    const [one, two] = [await world.sent(partner), await world.sent(partner)]
    const content = camt(one, two)
    const [, { id: statement }] = await uploaded(content)
    await meanwhile(() => confirm(statement, one.id))
    expect((await uploaded(content))[0]).toBe(409)
    expect(await matchesOf(statement)).toEqual([[[one.id, true]], [[two.id, false]]])
  })

  it('pays an invoice once when two people confirm it', async () => {
    const invoice = await world.sent(partner)
    const { id } = invoice
    const [, { id: statement }] = await uploaded(camt(invoice))
    await meanwhile(() => confirm(statement, id))
    expect(await confirm(statement, id)).toMatchObject({ confirmed: [], failed: [{ invoiceId: id }] })
    expect(await world.invoice(id)).toMatchObject({ status: 'betaald', paymentDate: '2026-11-23' })
  })

  it('takes back a payment once when somebody does so by hand meanwhile', async () => {
    const invoice = await world.sent(partner)
    const { id } = invoice
    await world.put(id, 'betaald')
    const [, { id: statement }] = await uploaded(camt({ ...invoice, isBack: true }))
    await meanwhile(() => world.put(id, 'in_behandeling'))
    expect(await confirm(statement, id, 'in0')).toMatchObject({ confirmed: [], failed: [{ invoiceId: id }] })
    expect(await world.invoice(id)).toMatchObject({ status: 'in_behandeling', openAmount: 121 })
  })
  it('books a booking on one document when two people choose another for it', async () => {
    const [named, one, two] = [await world.sent(partner), await world.sent(partner), await world.sent(partner)]
    const [, { id: statement }] = await uploaded(camt(named))
    await meanwhile(() => choose(statement, one.id))
    await expect(choose(statement, two.id)).rejects.toThrow(/intussen gewijzigd/)
    expect(await matchesOf(statement)).toEqual([[[one.id, true]]])
    const stand = await Promise.all([named, one, two].map(({ id }) => world.invoice(id)))
    expect(stand.map(({ status }) => status)).toEqual(['in_behandeling', 'betaald', 'in_behandeling'])
  })

  it('marks no other booking than it confirms, also when the proposals moved meanwhile', async () => {
    const sent = () => world.sent(partner)
    const [first, second, third, chosen] = [await sent(), await sent(), await sent(), await sent()]
    const [, { id: statement }] = await uploaded(camt(first, second, third))
    await meanwhile(() => choose(statement, chosen.id))
    expect(await confirm(statement, second.id, 'out1')).toMatchObject({ failed: [{ invoiceId: second.id }] })
    expect(await matchesOf(statement)).toEqual([[[chosen.id, true]], [[second.id, false]], [[third.id, false]]])
    expect(await confirm(statement, second.id, 'out1')).toMatchObject({ failed: [] })
  })

  it('confirms no proposal that a person replaced by another document meanwhile', async () => {
    const [named, next, chosen] = [await world.sent(partner), await world.sent(partner), await world.sent(partner)]
    const [, { id: statement }] = await uploaded(camt(named, next))
    await meanwhile(() => choose(statement, chosen.id))
    expect(await confirm(statement, named.id)).toMatchObject({ confirmed: [], failed: [{ invoiceId: named.id }] })
    expect(await matchesOf(statement)).toEqual([[[chosen.id, true]], [[next.id, false]]])
    const stand = await Promise.all([named, next, chosen].map(({ id }) => world.invoice(id)))
    expect(stand.map(({ status }) => status)).toEqual(['in_behandeling', 'in_behandeling', 'betaald'])
  })
})
