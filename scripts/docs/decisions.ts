import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const FOLDER = 'docs/decisions'
const MOST_WORDS = 600
const SECTIONS = ['Context', 'Decision', 'Alternatives', 'Consequences']

/** Decisions that were joined with another: old number and number of the other. */
const joined: Readonly<Record<number, number>> = { 54: 56, 55: 47, 59: 58, 60: 58, 63: 62, 64: 62, 71: 73, 72: 73 }

/** A decision, from its file. */
interface Decision {
  readonly file: string
  readonly number: number
  readonly text: string
}

/** Returns the index of the decisions by subject, and the list of decisions that were joined with another. */
export async function buildDecisionIndex(): Promise<string> {
  const decisions = await readDecisions()
  const bySubject = Map.groupBy(decisions, ({ text }) => fieldOf(text, 'Subject'))
  const chapters = [...bySubject].sort(([one], [other]) => one.localeCompare(other))
  return [
    '# Decisions by subject',
    '',
    'Made from the decisions by `npm run docs`. How they are written is in [style.md](../style.md). `spec §N` and `rulings N` are',
    'rules of the product, explained in [rules.md](../rules.md).',
    ...chapters.flatMap(([subject, those]) => ['', `## ${subject}`, '', ...those.map(lineOf)]),
    '',
    '## Joined with another',
    '',
    '| Was | Is part of |',
    '|---|---|',
    ...Object.entries(joined).map(
      ([was, is]) => `| ${was} | ${linkTo(decisions.find(({ number }) => number === is))} |`,
    ),
    '',
  ].join('\n')
}

/** Returns the faults of all decision files, as `file: fault`. */
export const findDecisionFaults = async (): Promise<string[]> =>
  (await readDecisions()).flatMap((decision) => faultsOf(decision).map((fault) => `${decision.file}: ${fault}`))

/**
 * Returns the faults of one decision: a wrong title, missing lines of its head, missing or misplaced sections, or too
 * many words.
 */
export function faultsOf({ number, text }: Pick<Decision, 'number' | 'text'>): string[] {
  const sections = [...text.matchAll(/^## (.+)$/gm)].map(([, name = '']) => name)
  const inOrder = SECTIONS.filter((name) => sections.includes(name))
  const words = text.slice(text.indexOf('\n## ')).split(/\s+/).filter(Boolean).length
  return [
    ...(new RegExp(`^# ${number}\\. \\S`).test(text) ? [] : [`its title does not begin with '# ${number}. '`]),
    ...['Date', 'Status', 'Subject']
      .filter((name) => fieldOf(text, name) === '')
      .map((name) => `'- ${name}: ' is missing`),
    ...SECTIONS.filter((name) => !sections.includes(name)).map((name) => `'## ${name}' is missing`),
    ...(sections.filter((name) => SECTIONS.includes(name)).join() === inOrder.join()
      ? []
      : ['its sections are out of order']),
    ...(words > MOST_WORDS ? [`it has ${words} words, at most ${MOST_WORDS}`] : []),
  ]
}

async function readDecisions(): Promise<Decision[]> {
  const files = (await readdir(FOLDER)).filter((file) => /^\d{4}-/.test(file)).sort()
  return Promise.all(
    files.map(async (file) => ({
      file,
      number: Number(file.slice(0, 4)),
      text: await readFile(join(FOLDER, file), 'utf8'),
    })),
  )
}

const fieldOf = (text: string, name: string) => new RegExp(`^- ${name}: (.+)$`, 'm').exec(text)?.[1] ?? ''

/** Returns a line of the index: the link to a decision, and the part of its status after the first ';', if any. */
function lineOf(decision: Decision): string {
  const [, more] = fieldOf(decision.text, 'Status').split(/;\s+(.*)/)
  return `- ${linkTo(decision)}${more ? `; ${more}` : ''}`
}

const linkTo = (decision: Decision | undefined) => {
  if (!decision) throw new Error('A decision that others were joined with is missing')
  const title = /^# (.+)$/m.exec(decision.text)?.[1] ?? ''
  return `[${title}](${decision.file})`
}
