import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { type Effort, measureEffort } from './support/effort.ts'
import { callWorkbench, dateInDays, expect, inLetters, logInByApi, readProductUrl, test } from './support/test.ts'

/** Number that distinguishes this run's records from those of an earlier run on the same data. */
const run = process.pid
const dutchDay = (days: number) => dateInDays(days).split('-').reverse().join('-')
const customer = `Slagerij Tel ${run}`
const phone = `06 ${String(10_000_000 + run)}`
const ending = `Bakkerij Eindigt ${run}`

/**
 * Uploads a contract that ends tomorrow, so that it is first on the board, whatever other tests import. Returns the
 * HTTP status.
 */
const storeContract = (page: Page) =>
  page.evaluate(
    async ([sheet = '']) => {
      const body = new FormData()
      body.append('file', new File([sheet], 'eindigt.csv', { type: 'text/csv' }))
      const headers = { sessionId: localStorage.getItem('sessionId') ?? '' }
      return (await fetch('/api/contracts/upload', { method: 'POST', headers, body })).status
    },
    [`Sale ID;Klantnaam;Telefoonnummer;Geldig tot\r\nEINDIGT-${run};${ending};${phone};${dutchDay(1)}`],
  )

/** Numbers of clicks, keys and fields per job, as in docs/jobs.md, counted from the dashboard. */
const most: Readonly<Record<string, Effort>> = {
  'Afspraak boeken uit een gesprek': { clicks: 2, keys: 2, fields: 4 },
  'Klant vinden op telefoonnummer': { clicks: 0, keys: 2, fields: 1 },
  'Afspraak verplaatsen': { clicks: 3, keys: 1, fields: 1 },
  'Uitkomst vastleggen': { clicks: 3, keys: 0, fields: 0 },
  'Zien wie het meest verkocht': { clicks: 0, keys: 0, fields: 0 },
  'Zien wie een record wijzigde': { clicks: 3, keys: 0, fields: 0 },
  'Afspraak plannen uit een contract': { clicks: 5, keys: 1, fields: 2 },
  'Lijst importeren, eerste keer': { clicks: 5, keys: 0, fields: 1 },
  'Lijst importeren, bekende indeling': { clicks: 4, keys: 0, fields: 1 },
  '200 contracten verdelen': { clicks: 10, keys: 0, fields: 0 },
  'Collega toevoegen tot en met hun eerste scherm': { clicks: 2, keys: 2, fields: 6 },
}

interface Job {
  readonly name: string
  readonly does: (page: Page) => Promise<void>
}

const nav = (page: Page, name: string) =>
  page.getByRole('complementary', { name: 'Zijbalk' }).getByRole('link', { name, exact: true }).click()

const ofCaller: Job[] = [
  {
    name: 'Afspraak boeken uit een gesprek',
    does: async (page) => {
      await page.keyboard.press('n')
      const dialog = page.getByRole('dialog', { name: 'Nieuwe afspraak' })
      await dialog.getByLabel('Klantnaam').fill(customer)
      await dialog.getByLabel('Telefoonnummer').fill(phone)
      await dialog.getByLabel('Datum').fill(dutchDay(1 + (run % 7)))
      await dialog.getByLabel('Tijd').fill('20:15')
      await dialog.getByLabel('Toewijzen aan agent').click()
      await page.getByRole('option', { name: /Lucas Hendriks/ }).click()
      await page.keyboard.press('Control+Enter')
      await expect(page.getByText('Afspraak aangemaakt', { exact: true })).toBeVisible()
    },
  },
  {
    name: 'Klant vinden op telefoonnummer',
    does: async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('combobox').fill(phone)
      await expect(page.getByRole('option', { name: new RegExp(customer) }).first()).toBeVisible()
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/\/klant\/tel-/)
      await expect(page.getByRole('main')).toContainText(customer)
    },
  },
]

const ofAgent: Job[] = [
  {
    name: 'Afspraak verplaatsen',
    does: async (page) => {
      await nav(page, 'Afspraken')
      await page.getByText(customer).first().click()
      await page.getByRole('dialog', { name: 'Afspraak Details' }).getByRole('button', { name: 'Bewerken' }).click()
      await page.getByRole('dialog').getByRole('textbox', { name: 'Tijd' }).fill('19:30')
      await page.keyboard.press('Control+Enter')
      await expect(page.getByText('Afspraak bijgewerkt', { exact: true })).toBeVisible()
    },
  },
  {
    name: 'Uitkomst vastleggen',
    does: async (page) => {
      await nav(page, 'Afspraken')
      await page.getByRole('button', { name: `Status van ${customer}: Gepland. Wijzigen` }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'No Sale', exact: true }).click()
      await expect(page.getByRole('button', { name: `Status van ${customer}: No Sale. Wijzigen` })).toBeVisible()
    },
  },
]

const ofAdmin: Job[] = [
  {
    name: 'Zien wie het meest verkocht',
    does: async (page) => {
      await expect(page.getByText('Topverkoper')).toBeVisible()
    },
  },
  {
    name: 'Zien wie een record wijzigde',
    does: async (page) => {
      await nav(page, 'Afspraken')
      await page.getByText(customer).first().click()
      const dialog = page.getByRole('dialog', { name: 'Afspraak Details' })
      // What is known about the number comes later, and moves all below it.
      await expect(dialog.getByText('Geen toestemming')).toBeVisible()
      await dialog.getByText('Geschiedenis').click()
      await expect(
        dialog
          .locator('details')
          .getByText(/Lucas Hendriks/)
          .first(),
      ).toBeVisible()
    },
  },
  {
    name: 'Afspraak plannen uit een contract',
    does: async (page) => {
      await nav(page, 'Contracten')
      await page.getByRole('row', { name: ending }).getByRole('cell').nth(1).click()
      await page
        .getByRole('dialog', { name: 'Contract Details' })
        .getByRole('button', { name: 'Plan afspraak' })
        .click()
      const dialog = page.getByRole('dialog', { name: 'Nieuwe afspraak' })
      await dialog.getByLabel('Datum').fill(dutchDay(45))
      await dialog.getByLabel('Tijd').fill('10:15')
      await dialog.getByLabel('Toewijzen aan agent').click()
      await page.getByRole('listbox').getByRole('option').first().click()
      await page.keyboard.press('Control+Enter')
      await expect(page.getByText('Afspraak aangemaakt', { exact: true })).toBeVisible()
    },
  },
  {
    name: 'Lijst importeren, eerste keer',
    does: (page) => importing(page, `tel-${run}.csv`, true),
  },
  {
    name: 'Lijst importeren, bekende indeling',
    does: (page) => importing(page, `tel-${run}-2.csv`, false),
  },
  {
    name: '200 contracten verdelen',
    does: async (page) => {
      await nav(page, 'Contracten')
      await page.getByLabel('Urgentie').selectOption({ label: 'Later' })
      await expect(page.getByRole('row', { name: /\d+ maanden/ }).nth(20)).toBeVisible()
      await page.getByRole('checkbox', { name: 'Selecteer alle rijen' }).click()
      // The box selects only the rows that are loaded. This button also selects the others.
      await page.getByRole('button', { name: /^Alle \d+ selecteren$/ }).click()
      await page.getByRole('button', { name: 'Toewijzen' }).click()
      const question = page.getByRole('alertdialog')
      await question.getByText('Verdelen over een team').click()
      await question.getByRole('combobox', { name: /^Team/ }).click()
      await page.getByRole('listbox').getByRole('option').first().click()
      await question.getByRole('button', { name: 'Verdelen', exact: true }).click()
      await expect(page.getByRole('region', { name: 'Verwerking' })).toBeVisible()
    },
  },
]

async function importing(page: Page, name: string, isNew: boolean): Promise<void> {
  await nav(page, 'Contracten')
  await page.getByRole('button', { name: 'Uploaden' }).click()
  const rows = [`Klantnaam;Energiemaatschappij;Loopt tot;Kleur ${run}`, `${name};Eneco;01-06-2027;rood`]
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(rows.join('\r\n')) }
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Bestand').setInputFiles(file)
  await dialog.getByRole('button', { name: 'Uploaden' }).click()
  if (isNew) await dialog.getByRole('button', { name: '1 rij importeren' }).click()
  const done = page.getByRole('dialog', { name: 'Upload voltooid' })
  await done.getByRole('button', { name: 'Klaar' }).click()
  await expect(done).toHaveCount(0)
}

/** Adds a colleague, who reaches their first screen by the link in the mail. */
async function addColleague(page: Page, theirs: Page): Promise<void> {
  const email = `tel-${run}@partnerview.example`
  await nav(page, 'Gebruikers')
  await page.getByRole('button', { name: 'Nieuwe gebruiker' }).click()
  const dialog = page.getByRole('dialog', { name: 'Lokale gebruiker aanmaken' })
  await dialog.getByLabel('Voornaam').fill('Tel')
  await dialog.getByLabel('Achternaam').fill(`Mee ${inLetters(run)}`)
  await dialog.getByLabel('E-mail').fill(email)
  await dialog.getByLabel('Telefoonnummer').fill('06 12345678')
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toHaveCount(0)
  const invitation = async () => {
    const mails = await callWorkbench<readonly { to: readonly string[]; text: string }[]>('/mails')
    return /\/uitnodiging\/[\w-]+/.exec(mails.find(({ to }) => to.includes(email))?.text ?? '')?.[0] ?? ''
  }
  await expect.poll(invitation).toContain('/uitnodiging/')
  await theirs.goto(`${readProductUrl()}${await invitation()}`)
  await theirs.getByLabel('Wachtwoord', { exact: true }).fill('Van-mij-alleen-9')
  await theirs.keyboard.press('Enter')
  const secret = theirs.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{1,4}){3,}$/)
  const bare = (await secret.innerText()).replaceAll(' ', '')
  const { now } = await callWorkbench<{ now: string }>('/clock')
  const code = new TOTP({ secret: Secret.fromBase32(bare) }).generate({ timestamp: Date.parse(now) })
  await theirs.getByLabel('Verificatiecode').fill(code)
  await expect(theirs.getByRole('heading', { name: 'Welkom bij Partnerview' })).toBeVisible()
}

/**
 * Returns the milliseconds from typing a text in the palette (the search dialog of Ctrl+K) until its result is drawn,
 * by text.
 */
async function paletteTimes(page: Page): Promise<Record<string, number>> {
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  const times: Record<string, number> = {}
  for (const [text, answer] of [
    ['importeren', 'Contracten importeren'],
    ['gebruiker toev', 'Gebruiker toevoegen'],
    ['nieuwe afs', 'Nieuwe afspraak'],
    ['aflop', 'Aflopende Contracten'],
    ['kalen', 'Kalender'],
  ] as const) {
    times[text] = await page.evaluate(
      ([text, answer]) =>
        new Promise<number>((resolve) => {
          const input = document.querySelector<HTMLInputElement>('[role=dialog] [role=combobox]')
          const begun = performance.now()
          const look = () => {
            const options = [...document.querySelectorAll('[role=option]')].map((option) => option.textContent)
            if (options.length > 5 || !options.some((one) => one?.includes(answer))) return requestAnimationFrame(look)
            return requestAnimationFrame(() => resolve(Math.round(performance.now() - begun)))
          }
          Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
          input?.dispatchEvent(new Event('input', { bubbles: true }))
          look()
        }),
      [text, answer] as const,
    )
  }
  await page.keyboard.press('Escape')
  return times
}

const nothing: Effort = { clicks: 0, keys: 0, fields: 0 }

test('each job takes as many clicks, keys and fields as docs/jobs.md says', async ({ page, openPage }) => {
  test.slow()
  const efforts: Record<string, Effort> = {}
  const [agent, admin, theirs] = [await openPage(), await openPage(), await openPage()]
  const adds = {
    name: 'Collega toevoegen tot en met hun eerste scherm',
    does: (own: Page) => addColleague(own, theirs),
  }
  await theirs.goto(`${readProductUrl()}/favicon.svg`)
  const ofTheirs = await measureEffort(theirs)
  for (const [email, own, jobs] of [
    ['caller1@partnerview.example', page, ofCaller],
    ['agent1@partnerview.example', agent, ofAgent],
    ['admin1@partnerview.example', admin, [...ofAdmin, adds]],
  ] as const) {
    await logInByApi(own, email)
    if (own === admin) expect(await storeContract(own)).toBeLessThan(300)
    const effort = await measureEffort(own)
    for (const { name, does } of jobs) {
      await own.goto(readProductUrl())
      await expect(own.getByRole('heading', { name: /^Goedemorgen/ })).toBeVisible()
      Object.assign(effort, nothing)
      await does(own)
      efforts[name] = { ...effort }
    }
  }
  const own = efforts[adds.name] ?? nothing
  efforts[adds.name] = {
    clicks: own.clicks + ofTheirs.clicks,
    keys: own.keys + ofTheirs.keys,
    fields: own.fields + ofTheirs.fields,
  }
  // The output of the tests shows the counts, also when they are as expected.
  console.table(efforts)
  await admin.goto(readProductUrl())
  await expect(admin.getByRole('heading', { name: /^Goedemorgen/ })).toBeVisible()
  console.table(await paletteTimes(admin))
  expect(efforts).toEqual(most)
})
