import exceljs from 'exceljs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { routes } from '../../shared/api/index.ts'
import { startWorld, type World } from '../../testing/world.ts'
import { type Cast, callRoute, hintsFor, makeCast, sessionFor } from '../cast.ts'
import { reportFigure } from '../figures.ts'
import { createSentInvoice } from '../money-records.ts'
import { provenRoutes } from '../proven-routes.ts'
import { buildContractCsv } from '../records.ts'
import { buildBodyWithText, buildUploadForm } from '../sample.ts'

let world: World
let cast: Cast
let admin: string
beforeAll(async () => {
  world = await startWorld()
  cast = await makeCast(world)
  admin = await sessionFor(world, cast.admin)
})
afterAll(() => world.stop())

/**
 * Texts that a spreadsheet program may read as a formula, some of them only after it splits them at a separator. White
 * space at the beginning is stripped on input.
 */
const formulas = [
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(A1)',
  '=cmd|calc!A1',
  '＝1+1',
  '\t=1+1',
  ' =1+1',
  '"=1+1',
  ';=1+1',
  'a;=1+1',
  'a,=1+1',
  'a\t=1+1',
  'a, "=1+1',
]

/** Returns the fields of a CSV with quotes and semicolons, row by row. */
function cellsOf(text: string): string[] {
  const cells: string[] = []
  for (const [, quoted, bare] of text.replace(/^\uFEFF/, '').matchAll(/(?:"((?:[^"]|"")*)"|([^;\r\n]*))(?:;|\r\n)/g)) {
    cells.push(quoted === undefined ? (bare ?? '') : quoted.replaceAll('""', '"'))
  }
  return cells
}

/** Path of the POST that makes the rows of a list, where it differs from the path of the list. */
const makers: Record<string, string> = {
  '/api/reports': '/api/teams',
  '/api/commissions': '/api/sales',
  '/api/self-billing/invoices/assigned': '/api/self-billing/invoices',
}

/** Gives a team a cost, as reports name only teams that have figures. */
async function giveCost(teamId: number): Promise<void> {
  const { body: category } = await world.call('POST', '/api/cost-categories', {
    as: admin,
    body: { name: `Kosten van team ${teamId}` },
  })
  const cost = { categoryId: category.id, teamId, monthlyAmount: 10, effectiveFrom: '2026-01-01' }
  const { status, text } = await world.call('POST', '/api/fixed-costs', { as: admin, body: cost })
  expect(status, text).toBe(201)
}

it('a formula typed into every field is plain text in every export', async () => {
  const wrong: string[] = []
  const exports = provenRoutes.filter(
    ({ domain, endpoint }) =>
      domain !== 'ledger' && endpoint.result.kind === 'file' && endpoint.path.endsWith('/export'),
  )
  expect(exports.length).toBeGreaterThan(0)
  for (const { endpoint, key } of exports) {
    const list = endpoint.path.replace(/\/export$/, '')
    const maker = makers[list] ?? list
    const own = list.endsWith('/assigned') ? { assignedUserId: cast.agent[0].id } : {}
    const reader = list.endsWith('/assigned') ? await sessionFor(world, cast.agent[0]) : admin
    const create = routes.find((one) => one.endpoint.method === 'POST' && one.endpoint.path === maker)
    const upload = routes.find(({ endpoint: one }) => one.upload && one.path === `${list}/upload`)
    const only =
      {
        '/api/contracts': '&status=nieuw',
        '/api/time-entries': '&from=2026-01-01&to=2026-11-22',
        '/api/reports': '&month=2026-11&by=team',
      }[list] ?? ''
    for (const payload of formulas) {
      if (create) {
        const body = { ...buildBodyWithText(create.endpoint, payload, hintsFor(cast, cast.admin)), ...own }
        const made = await callRoute(world, create, { as: admin, body })
        expect(made.status, made.text).toBe(201)
        if (list === '/api/reports') await giveCost(made.body.id)
      } else if (upload?.endpoint.upload) {
        const sheet = buildUploadForm(upload.endpoint.upload, buildContractCsv(payload, payload))
        const read = await world.call('POST', upload.endpoint.path, { as: admin, ...sheet })
        expect(read.body.stats, read.text).toMatchObject({ created: 1 })
      } else throw new Error(`No way to make a record for ${key}`)
    }
    const read = (format: string) => world.call('GET', `${endpoint.path}?format=${format}${only}`, { as: reader })
    const csv = await read('csv')
    const cells = cellsOf(Buffer.from(csv.text, 'latin1').toString('utf8'))
    const payloads = cells.filter((cell) => cell.includes('1+1')).length
    // A row of hours, fixed costs or a report shows one typed text; a row of another list shows more.
    const hasOneText = ['/api/time-entries', '/api/fixed-costs', '/api/reports'].includes(list)
    // A team's name may not contain a tab.
    const taken = formulas.filter((payload) => list !== '/api/reports' || !payload.trim().includes('\t'))
    const sums = taken.filter((payload) => payload.includes('1+1')).length
    expect(payloads).toBeGreaterThan(hasOneText ? sums - 1 : formulas.length)
    const isNumber = (cell: string) => /^-\d+,\d\d$/.test(cell)
    for (const cell of cells)
      if (!isNumber(cell) && /(^|[;,\t\r\n])[\s"]*[=+\-@＝＋－＠]/.test(cell)) wrong.push(`${key} csv: ${cell}`)
    const workbook = new exceljs.Workbook()
    await workbook.xlsx.load(Buffer.from((await read('xlsx')).text, 'latin1') as never)
    let texts = 0
    workbook.eachSheet((sheet) =>
      sheet.eachRow((row) =>
        row.eachCell((cell) => {
          texts += String(cell.value).includes('1+1') ? 1 : 0
          if (cell.formula) wrong.push(`${key} xlsx: ${cell.text}`)
        }),
      ),
    )
    expect(texts, 'each of them a text in the workbook too').toBe(payloads)
  }
  reportFigure('injection: exports', '0 formulas', wrong.length, 0, wrong)
})

it('a partner named as a formula is plain text in every file of the book', async () => {
  const id = await createSentInvoice(world, cast)
  const invoice = await world.call('GET', `/api/self-billing/invoices/${id}`, { as: admin })
  const { partnerCompanyId, invoiceDate } = invoice.body
  const year = invoiceDate.slice(0, 4)
  const queries = { 'open-documents/export': `date=${invoiceDate}`, register: `year=${year}` }
  const wrong: string[] = []
  let texts = 0
  for (const payload of ['=1+1', '@SUM(1+1)', '-1+1']) {
    const partner = `/api/self-billing/partners/${partnerCompanyId}`
    const renamed = await world.call('PATCH', partner, { as: admin, body: { name: payload } })
    expect(renamed.status, renamed.text).toBe(200)
    for (const name of ['open-documents/export', 'vat/export', 'journal/export', 'register'] as const) {
      const query = Reflect.get(queries, name) ?? `period=${year}`
      const csv = await world.call('GET', `/api/ledger/${name}?${query}&format=csv`, { as: admin })
      expect(csv.status, csv.text).toBe(200)
      const cells = cellsOf(Buffer.from(csv.text, 'latin1').toString('utf8'))
      texts += cells.filter((cell) => cell.includes('1+1')).length
      for (const cell of cells) if (/^\s*[=+@]|^-\d*[^\d,]/.test(cell)) wrong.push(`${name}: ${cell}`)
    }
  }
  expect(texts).toBeGreaterThan(0)
  reportFigure('injection: files of the book', '0 formulas', wrong.length, 0, wrong)
})
