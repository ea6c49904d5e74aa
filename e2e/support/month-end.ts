import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { textsIn } from '../../testing/read-xml.ts'
import { measureEffort } from './effort.ts'
import { callWorkbench, expect, expectAccessible, logInByApi, type OpenPage, readProductUrl, test } from './test.ts'

/** Maximum number of clicks in which an admin ends the month of the demo. */
const MOST_CLICKS = 20

const moveClock = (now: string | null) =>
  callWorkbench('/clock', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ now }),
  })

/** Logs an admin in at the time of the product, which the clock of the page follows. */
async function enter(page: Page, email: string): Promise<void> {
  const { now } = await callWorkbench<{ now: string }>('/clock')
  await page.clock.setFixedTime(now)
  await logInByApi(page, email, { isNew: true })
  // The login says the time of the machine, and a login of another day is over.
  await page.evaluate((at) => localStorage.setItem('loginTimestamp', at), String(Date.parse(now)))
}

/** Calls the API as the user of a page. */
async function call<T>(page: Page, method: string, path: string, headers = {}): Promise<T> {
  const sessionid = (await page.evaluate(() => localStorage.getItem('sessionId'))) ?? ''
  const reply = await fetch(`${readProductUrl()}/api${path}`, { method, headers: { sessionid, ...headers } })
  if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`)
  return (await reply.json()) as T
}

/** Returns a statement of the bank (CAMT.053) with the payments of a payment file. */
function statementOf(order: string, date: string): string {
  const [accounts, amounts] = [textsIn(order, 'IBAN').slice(1), textsIn(order, 'InstdAmt')]
  const entries = textsIn(order, 'EndToEndId').map(
    (reference, at) =>
      `<Ntry><Amt Ccy="EUR">${amounts[at]}</Amt><CdtDbtInd>DBIT</CdtDbtInd><BookgDt><Dt>${date}</Dt></BookgDt><NtryDtls><TxDtls><Refs><EndToEndId>${reference}</EndToEndId></Refs><RltdPties><CdtrAcct><Id><IBAN>${accounts[at]}</IBAN></Id></CdtrAcct></RltdPties></TxDtls></NtryDtls></Ntry>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>${entries.join('')}</Stmt></BkToCstmrStmt></Document>`
}

/**
 * Ends the month of the demo on a page, from the first question to closing it. Expects at most twenty clicks, and no
 * sideways scrolling on the way.
 */
export async function endMonth(page: Page, openPage: OpenPage): Promise<void> {
  test.slow()
  const { now } = await callWorkbench<{ now: string }>('/clock')
  // The second of the next month, at the present time, so that each try has codes of its own.
  const second = new Date(Date.UTC(Number(now.slice(0, 4)), Number(now.slice(5, 7)), 2)).toISOString().slice(0, 10)
  await moveClock(`${second}${now.slice(10)}`)
  try {
    await enter(page, 'admin2@partnerview.example')
    const bar = page.getByRole('region', { name: 'Maand afsluiten' })
    const clickFitting = async (target: Locator) => {
      await expect(target).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      await target.click()
    }
    const goOn = (title: string) => clickFitting(bar.getByRole('link', { name: `Volgende: ${title}` }))
    const confirm = (name: string | RegExp) =>
      clickFitting(page.getByRole('alertdialog').getByRole('button', { name, exact: true }))
    await page.goto(`${readProductUrl()}/self-billing/boekhouding`)
    const steps = page.getByRole('list', { name: 'Stappen' })
    await expect(steps).toBeVisible()
    const effort = await measureEffort(page)

    await page.getByRole('link', { name: 'Vragen beantwoorden: Beantwoorden' }).click()
    const questions = page.getByRole('dialog', { name: 'Open vragen' })
    await expect(questions.getByRole('listitem').first()).toBeVisible()
    for (let left = await questions.getByRole('textbox').count(); left > 0; left--) {
      await questions.getByRole('textbox').first().fill('Klopt.')
      await questions.getByRole('button', { name: 'Beantwoorden', exact: true }).first().click()
      await expect(questions.getByRole('textbox')).toHaveCount(left - 1)
    }
    await questions.getByRole('link', { name: 'Volgende: Vergoedingen bevestigen' }).click()
    await page.getByRole('button', { name: /^Bevestigen \(\d+\)$/ }).click()
    await expect(page.getByText(/^\d+ (bevestigd|gewijzigd)/)).toBeVisible()

    await goOn('Sales goedkeuren')
    await confirm('Goedkeuren')
    await expect(page.getByText(/^\d+ (goedgekeurd|gewijzigd)/)).toBeVisible()

    await goOn('Maandrun')
    await confirm(/fact(uur|uren) maken$/)
    await page.getByRole('link', { name: /^\d+ concept(en)? versturen$/ }).click()
    const sending = page.getByRole('alertdialog')
    await expect(sending).toBeVisible()
    await sending.getByRole('button', { name: 'Versturen', exact: true }).click()

    await page.getByRole('link', { name: 'Betalen', exact: true }).click()
    const paying = page.getByRole('dialog', { name: 'Betaalbestand maken' })
    await paying.getByRole('button', { name: 'Betaalbestand maken' }).click()
    await expect(page).toHaveURL(/bestand=/)
    const id = new URL(page.url()).searchParams.get('bestand')
    const other = await openPage()
    await enter(other, 'admin1@partnerview.example')
    const { version } = await call<{ version: number }>(other, 'GET', `/self-billing/payment-files/${id}/payments`)
    await call(other, 'POST', `/self-billing/payment-files/${id}/approve`, { 'if-match': `"${version}"` })
    await page.reload()
    const file = page.getByRole('dialog', { name: 'Betaalbestand', exact: true })
    const download = page.waitForEvent('download')
    await file.getByRole('button', { name: /^Downloaden/ }).click()
    const order = await readFile(await (await download).path(), 'utf8')
    await file.getByRole('button', { name: 'Bankafschrift uploaden' }).click()
    const paid = statementOf(order, second)
    const upload = page.getByRole('dialog', { name: 'Bankafschrift uploaden' })
    const content = { name: 'bank.xml', mimeType: 'text/xml', buffer: Buffer.from(paid) }
    await upload.getByLabel(/^Bestand/).setInputFiles(content)
    await page.getByRole('button', { name: /^\d+ boeking(en)? bevestigen$/ }).click()
    await confirm('Bevestigen')
    await expect(page.getByText(/^\d+ fact(uur|uren) betaald$/)).toBeVisible()

    await goOn('Maand sluiten')
    await expect(page.getByRole('alertdialog')).toContainText('€ 0,00 verschil')
    await confirm('Maand sluiten')
    await expect(page.getByText('Wordt gesloten', { exact: true })).toBeVisible()
    await expect(steps.getByTitle('Laatst gedaan').first()).toBeVisible()
    await expectAccessible(page)
    expect(effort.clicks).toBeLessThanOrEqual(MOST_CLICKS)
  } finally {
    await moveClock(null)
  }
}
