import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { saleForm } from '../testing/sales.ts'
import { expect, expectAccessible, inDays, login, test, url } from './support/test.ts'

const customer = `Molen Eind-tot-Eind ${process.pid}`
const found = `search=${encodeURIComponent(customer)}`

/** Calls the API as whoever is logged in on a page; the body of its answer. */
const call = (page: Page, method: string, path: string, body: object) =>
  page.evaluate(
    async (asked) => {
      const headers = { 'content-type': 'application/json', sessionid: localStorage.getItem('sessionId') ?? '' }
      const reply = await fetch(asked.path, { method: asked.method, headers, body: JSON.stringify(asked.body) })
      if (!reply.ok) throw new Error(`${asked.path}: ${reply.status} ${await reply.text()}`)
      return reply.json()
    },
    { method, path, body },
  )

test('a commission of an approved sale is paid out in steps, its agent reads the statement and asks, and is answered', async ({
  page,
  browser,
}) => {
  await login(page, 'agent4@partnerview.example')
  const { id } = await call(page, 'POST', '/api/sales', saleForm({ customerName: customer, saleDate: inDays(0) }))

  const admin = await browser.newPage()
  await login(admin, 'admin1@partnerview.example')
  await call(admin, 'PATCH', `/api/sales/${id}/status`, { status: 'approved' })
  await admin.goto(`${url()}/commissies-admin?${found}`)
  await admin.getByRole('button', { name: `${customer}: Naar In Afwachting` }).click()
  await expect(admin.getByText('Status bijgewerkt', { exact: true })).toBeVisible()
  await expect(admin.getByRole('row', { name: customer })).toContainText('In Afwachting')
  for (const [step, status] of [
    ['Naar Klaar', 'Klaar voor uitbetaling'],
    ['Uitbetalen', 'Uitbetaald'],
  ] as const) {
    await admin.getByRole('row', { name: customer }).getByRole('checkbox').click()
    const bar = admin.getByRole('region', { name: 'Acties voor de selectie' })
    await bar.getByRole('button', { name: step, exact: true }).click()
    await expect(admin.getByRole('row', { name: customer })).toContainText(status)
  }
  await expectAccessible(admin)

  await page.goto(`${url()}/commissies-agent?${found}`)
  await expect(page.getByRole('row', { name: customer })).toContainText('Uitbetaald')
  await page.getByRole('button', { name: 'Maandoverzicht' }).click()
  const statement = page.getByRole('dialog', { name: 'Commissieoverzicht' })
  await expect(statement.getByRole('table', { name: 'Uitbetaald' })).toContainText(customer)
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await statement.getByRole('button', { name: 'PDF' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^Commissieoverzicht .+\.pdf$/)
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')
  await statement.getByRole('button', { name: 'Sluiten' }).last().click()

  await page.getByRole('row', { name: customer }).getByText(customer).click()
  const asking = page.getByRole('dialog', { name: 'Commissie', exact: true })
  await asking.getByLabel('Vraag over deze commissie').fill('Klopt dit bedrag?')
  await expectAccessible(page)
  await asking.getByRole('button', { name: 'Vraag versturen' }).click()
  await expect(page.getByText('Vraag verstuurd', { exact: true })).toBeVisible()

  await admin.goto(`${url()}/commissions?${found}`)
  await expect(admin.getByRole('row', { name: customer })).toBeVisible()
  await expectAccessible(admin)
  await admin.getByRole('button', { name: /^Vragen \(\d+\)$/ }).click()
  await admin.getByRole('textbox', { name: `Antwoord over ${customer}` }).fill('Ja, het tarief is sinds juli hoger.')
  await expectAccessible(admin)
  const asked = admin.getByRole('listitem').filter({ hasText: customer })
  await asked.getByRole('button', { name: 'Beantwoorden' }).click()
  await expect(admin.getByText('Vraag beantwoord', { exact: true })).toBeVisible()
  await admin.close()

  await page.reload()
  await page.getByRole('row', { name: customer }).getByText(customer).click()
  await expect(asking.getByText('Ja, het tarief is sinds juli hoger.')).toBeVisible()
})
