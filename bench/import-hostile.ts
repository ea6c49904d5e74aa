import { execFile } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { readContracts } from '../functions/contracts/import/read-contracts.ts'
import { SpreadsheetError } from '../functions/spreadsheets/formats/spreadsheet-error.ts'
import type { LocalDate } from '../shared/time.ts'
import { buildRowXml, buildWorkbookParts, buildZip, type ZipPart } from '../testing/spreadsheets.ts'
import { readPeakMb } from './peak.ts'
import type { Row } from './row.ts'

interface Sample {
  /** Number of contracts read, or the reason why the file was refused. */
  readonly outcome: string
  /** Seconds of processor time, which other load on the machine hardly changes. */
  readonly seconds: number
  readonly peakMb: number
}

const ROUNDS = 2
const MOST_SECONDS = 10
const MOST_MB = 512
/** Flags with which Lambda starts Node in a function with 1 GB of memory, such as those that import files. */
const MEMORY = ['--max-semi-space-size=51', '--max-old-space-size=921']
const TODAY = '2026-11-21' as LocalDate
const MB = 1024 * 1024
const thisFile = fileURLToPath(import.meta.url)
const runFile = promisify(execFile)

const good = buildRowXml(1, ['Klantnaam', 'Plaats', 'Geldig tot']) + buildRowXml(2, ['Jan', 'Venlo', '1-1-2027'])

function workbookWith(part: ZipPart): Buffer {
  return buildZip([...buildWorkbookParts(good).filter(({ name }) => name !== part.name), part])
}

/** Returns a text repeated to about `bytes` bytes. */
const repeatText = (text: string, bytes: number): string => text.repeat(Math.floor(bytes / text.length))

/**
 * Files that take as much work as their format allows. Each stays just below a limit, or is refused while it is read.
 */
const files: Record<string, { readonly filename: string; readonly make: () => Buffer }> = {
  '2,400,000 shared texts': {
    filename: 'lijst.xlsx',
    make: () => {
      const texts = Array.from({ length: 2_400_000 }, (_, index) => `<si><t>${index.toString(36)}</t></si>`)
      return workbookWith({ name: 'xl/sharedStrings.xml', content: `<sst>${texts.join('')}</sst>` })
    },
  },
  'a sheet that unpacks to 390 MB': {
    filename: 'lijst.xlsx',
    make: () => {
      const odd = Array.from({ length: 800 }, (_, index) => (index * 2_654_435_761).toString(36)).join('')
      const text = `${odd}${'x'.repeat(700_000)}`
      const row = `<row><c t="inlineStr"><is><t>${text}</t></is></c></row>`
      const content = Buffer.alloc(390 * MB, row)
      const head = Buffer.from(`<worksheet><sheetData>${good}`)
      const end = Buffer.from('</sheetData></worksheet>')
      const whole = content.subarray(0, Math.floor(content.length / row.length) * row.length)
      return workbookWith({ name: 'xl/worksheets/sheet1.xml', content: Buffer.concat([head, whole, end]) })
    },
  },
  '45 MB of tables in tables': {
    filename: 'lijst.xls',
    make: () => Buffer.from(`<html><table><tr><td>Klantnaam</td>${repeatText('<td><table><tr>', 45 * MB)}</html>`),
  },
  'an XML workbook of 99 sheets and 40 MB': {
    filename: 'lijst.xls',
    make: () => {
      const rowOf = (...texts: string[]) =>
        `<Row>${texts.map((text) => `<Cell><Data>${text}</Data></Cell>`).join('')}</Row>`
      const rows = repeatText(rowOf('J'.repeat(150), 'Venlo', '1-1-2027'), (40 * MB) / 99)
      const sheet = `<Worksheet><Table>${rowOf('Klantnaam', 'Plaats', 'Geldig tot')}${rows}</Table></Worksheet>`
      const around = 'Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"'
      return Buffer.from(`<?xml version="1.0"?><${around}>${sheet.repeat(99)}</Workbook>`)
    },
  },
  'a web archive of 48 MB in escapes': {
    filename: 'lijst.xls',
    make: () => {
      const head = ['MIME-Version: 1.0', 'Content-Type: multipart/related; boundary="x"', '', '--x']
      const part = ['Content-Type: text/html', 'Content-Transfer-Encoding: quoted-printable', '', '<table><tr><td>']
      return Buffer.from(`${[...head, ...part].join('\r\n')}${repeatText('=41', 48 * MB)}`)
    },
  },
  'a CSV of 49 MB in one open quote': {
    filename: 'lijst.csv',
    make: () => Buffer.from(`Klantnaam;Geldig tot\nJan;1-1-2027\n"${repeatText('x;\n', 49 * MB)}`),
  },
  'a CSV of 49 MB of empty lines': {
    filename: 'lijst.csv',
    make: () => Buffer.from(`Klantnaam;Geldig tot\nJan;1-1-2027\n${repeatText(';\n', 49 * MB)}`),
  },
}

/**
 * Measures processor time and memory of reading files that are made to exhaust the import, each in its own process.
 * Returns one row per file, with the lowest values of a few rounds.
 */
export async function run(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'import-hostile-'))
  try {
    const rows: Row[] = []
    for (const [name, { filename }] of Object.entries(files)) {
      const path = join(folder, filename)
      await inProcess('make', name, path)
      const samples: Sample[] = []
      for (let round = 0; round < ROUNDS; round++) samples.push(JSON.parse(await inProcess('read', name, path)))
      const seconds = Math.min(...samples.map((sample) => sample.seconds))
      const peakMb = Math.min(...samples.map((sample) => sample.peakMb))
      rows.push({
        name: `import, ${name}`,
        value: `${seconds.toFixed(1)} s of the processor, ${Math.round(peakMb)} MB; ${samples[0]?.outcome}`,
        goal: `≤ ${MOST_SECONDS} s, ≤ ${MOST_MB} MB`,
        ok: seconds <= MOST_SECONDS && peakMb <= MOST_MB,
      })
    }
    return rows
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function inProcess(way: 'make' | 'read', name: string, path: string): Promise<string> {
  const { stdout } = await runFile(process.execPath, [...(way === 'read' ? MEMORY : []), thisFile, way, name, path])
  return stdout
}

async function measure(path: string): Promise<Sample> {
  const start = process.cpuUsage()
  const outcome = await outcomeOf(path)
  const { user, system } = process.cpuUsage(start)
  return { outcome, seconds: (user + system) / 1_000_000, peakMb: readPeakMb() }
}

async function outcomeOf(path: string): Promise<string> {
  let contracts = 0
  try {
    for await (const { items } of readContracts(createReadStream(path), { filename: path, today: TODAY })) {
      contracts += items.length
    }
    return `${contracts.toLocaleString('en')} contracts`
  } catch (error) {
    if (error instanceof SpreadsheetError) return `refused as ${error.fault}`
    throw error
  }
}

if (process.argv[1] === thisFile) {
  const [way, name = '', path = ''] = process.argv.slice(2)
  const file = files[name]
  if (way === 'make' && file) await writeFile(path, file.make())
  if (way === 'read') process.stdout.write(JSON.stringify(await measure(path)))
}
