import { globSync, readFileSync } from 'node:fs'
import { parseAst } from 'vite'

/** A text that people may read, and its place. */
export interface Text {
  readonly text: string
  /** Place of the text in the code, as `file:line`. */
  readonly place: string
}

/** Matches words that most Dutch sentences contain, and few English ones. */
const dutch =
  /(?<!-)\b(de|het|een|je|jij|van|niet|geen|wordt|worden|voor|naar|staat|deze|dit|bij|uit|op|kan|zijn|heeft|met)\b(?!-)/i
/** Matches words that most English sentences contain, and few Dutch ones. */
const english = /\b(the|of|and|with|that|what|its|from|which|who|are|was|were|an|by|has|have|this)\b/i

/** A label of one word. */
const label = /^(\d+-)?\p{Lu}[\p{L}\p{N}-]*$/u

/** Returns the Dutch texts of two or more words in the code of screens, mails, exports and the API. */
export const findDutchTexts = (): Text[] =>
  findReadableTexts().filter(({ text }) => text.includes(' ') && dutch.test(text))

/**
 * Returns all texts in the code of the product that people may read: sentences, and labels of several words or of one
 * word with a capital. Leaves out English texts.
 */
export function findReadableTexts(): Text[] {
  const files = globSync('{frontend,functions,shared,events}/**/*.{ts,tsx}').filter(
    (file) => !/\.test\.|^frontend\/testing\//.test(file),
  )
  return files.flatMap((file) => {
    const source = readFileSync(file, 'utf8')
    const { body } = parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' })
    return textsIn(body)
      .filter(({ text }) => (text.includes(' ') || label.test(text)) && !english.test(text))
      .map(({ text, start }) => ({ text, place: `${file}:${source.slice(0, start).split('\n').length}` }))
  })
}

interface Found {
  readonly text: string
  readonly start: number
}

/** Returns the texts in a part of a program, with `…` for inserted values. */
function textsIn(part: unknown): Found[] {
  if (Array.isArray(part)) return part.flatMap(textsIn)
  if (part === null || typeof part !== 'object') return []
  const node = part as { type?: string; start?: number; value?: unknown; quasis?: { value: { cooked: string } }[] }
  if (node.type?.startsWith('Import') || node.type?.startsWith('TSLiteral')) return []
  const text =
    node.type === 'TemplateLiteral'
      ? (node.quasis ?? []).map(({ value }) => value.cooked).join('…')
      : (node.type === 'Literal' || node.type === 'JSXText') && typeof node.value === 'string'
        ? node.value
        : ''
  const own = text.trim() ? [{ text: text.trim().replaceAll(/\s+/g, ' '), start: node.start ?? 0 }] : []
  return [...own, ...Object.values(node).flatMap(textsIn)]
}
