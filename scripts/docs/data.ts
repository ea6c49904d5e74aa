import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cards } from './cards.ts'

/**
 * Returns docs/data.md: the entities with their access patterns, from the comments above them and their key templates.
 */
export async function buildDataDocument(): Promise<string> {
  const files = (await readdir('functions', { recursive: true }))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .sort()
  const ofRuns = (await readFile('functions/records/run.ts', 'utf8')).match(/runAttributes = \{\n([\s\S]*?)\n\}/)?.[1]
  const sections: string[] = []
  for (const file of files) {
    const text = await readFile(join('functions', file), 'utf8')
    const source = text
      .replace('    ...runAttributes,', `${ofRuns}`.replaceAll(/^/gm, '  '))
      .replace(/ {2}(?:attributes: | {2}\.\.\.)(\w+)\.stored,/, (_, card: string) => linesOf(cards[card]?.stored ?? {}))
    for (const match of source.matchAll(
      /\/\*\*((?:(?!\*\/)[\s\S])*?)\*\/\s*(?:export )?const (\w+) = defineEntity\(([\s\S]*?)\n\}\)\n/g,
    )) {
      sections.push(sectionOf(file, match[2] ?? '', commentOf(match[1] ?? ''), match[3] ?? ''))
    }
  }
  return [
    '# The table',
    '',
    'Made from the entities in `functions/` by `npm run docs`. One table; `gsi1` … `gsi5` are its indexes, each with all',
    'attributes; nothing scans. A list reads one partition of a named index, or several that are merged: month after month,',
    'or one for each status.',
    '',
    ...sections,
  ].join('\n')
}

const linesOf = (attributes: object) =>
  Object.keys(attributes)
    .map((name) => `    ${name}: {},`)
    .join('\n')

/** Returns the text of a comment; adds the line that Markdown requires under the head of a table. */
const commentOf = (comment: string) =>
  comment
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trimEnd())
    .map((line) => (/^\| Read\b/.test(line) ? `${line}\n|---|---|---|` : line))
    .join('\n')
    .trim()

function sectionOf(file: string, name: string, comment: string, body: string): string {
  const indexes = [...body.matchAll(/(\w+): (?:\{\s*\.\.\.)?(primary|gsi\d)\(\s*['`]([^'`]*)['`],\s*['`]([^'`]*)['`]/g)]
  const keys = indexes.map(([, label, index, pk, sk]) => `| ${label} | ${index} | \`${pk}\` | \`${sk}\` |`)
  const attributes = [...new Set(Array.from(body.matchAll(/^ {4}(\w+): /gm), (match) => match[1]))]
  return [
    `## ${name}`,
    '',
    `\`functions/${file}\``,
    '',
    comment,
    '',
    '| Name | Index | Partition key | Sort key |',
    '|---|---|---|---|',
    ...keys,
    '',
    `Attributes: ${attributes.filter((one) => one !== 'primary' && !keys.some((key) => key.startsWith(`| ${one} `))).join(', ')}.`,
    '',
  ].join('\n')
}
