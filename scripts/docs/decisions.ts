import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const FOLDER = 'docs/decisions'
const SECTIONS = ['Context', 'Decision', 'Alternatives', 'Consequences']

/** Words that one decision may have, with its head and the marks of its tables. */
const MAX_WORDS = 600
/** Number of decisions; a further one is joined with an older one about the same subject. */
const MAX_DECISIONS = 45
/** Words that all decisions and their index may have together. */
const MAX_WORDS_IN_ALL = 18_000

/** A decision, from its file. */
interface Decision {
  readonly file: string
  readonly number: number
  readonly text: string
}

/** Returns the index of the decisions by subject. */
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
  ].join('\n')
}

/** Returns the faults of all decision files, as `file: fault`, and of all of them together. */
export async function findDecisionFaults(): Promise<string[]> {
  const decisions = await readDecisions()
  return [
    ...decisions.flatMap((decision) => faultsOf(decision).map((fault) => `${decision.file}: ${fault}`)),
    ...faultsOfAll([...decisions.map(({ text }) => text), await buildDecisionIndex()]).map((fault) => `*: ${fault}`),
  ]
}

/** Returns the faults of all decisions together: too many, or too many words. The last text is their index. */
export function faultsOfAll(texts: readonly string[]): string[] {
  const count = texts.length - 1
  const words = texts.reduce((sum, text) => sum + countWords(text), 0)
  return [
    ...(count > MAX_DECISIONS ? [`there are ${count} decisions, at most ${MAX_DECISIONS}; join one with another`] : []),
    ...(words > MAX_WORDS_IN_ALL ? [`they have ${words} words, at most ${MAX_WORDS_IN_ALL}`] : []),
  ]
}

/**
 * Returns the faults of one decision: a wrong title, missing lines of its head, missing or misplaced sections, or too
 * many words.
 */
export function faultsOf({ number, text }: Pick<Decision, 'number' | 'text'>): string[] {
  const sections = [...text.matchAll(/^## (.+)$/gm)].map(([, name = '']) => name)
  const inOrder = SECTIONS.filter((name) => sections.includes(name))
  const words = countWords(text)
  return [
    ...(new RegExp(`^# ${number}\\. \\S`).test(text) ? [] : [`its title does not begin with '# ${number}. '`]),
    ...['Date', 'Status', 'Subject']
      .filter((name) => fieldOf(text, name) === '')
      .map((name) => `'- ${name}: ' is missing`),
    ...SECTIONS.filter((name) => !sections.includes(name)).map((name) => `'## ${name}' is missing`),
    ...(sections.filter((name) => SECTIONS.includes(name)).join() === inOrder.join()
      ? []
      : ['its sections are out of order']),
    ...(words > MAX_WORDS ? [`it has ${words} words, at most ${MAX_WORDS}`] : []),
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

/** Counts words as `wc -w` does: all that stands between spaces. */
const countWords = (text: string) => text.split(/\s+/).filter(Boolean).length

const fieldOf = (text: string, name: string) => new RegExp(`^- ${name}: (.+)$`, 'm').exec(text)?.[1] ?? ''

/** Returns a line of the index: the link to a decision, and the part of its status after the first ';', if any. */
function lineOf({ file, text }: Decision): string {
  const title = /^# (.+)$/m.exec(text)?.[1] ?? ''
  const [, more] = fieldOf(text, 'Status').split(/;\s+(.*)/)
  return `- [${title}](${file})${more ? `; ${more}` : ''}`
}
