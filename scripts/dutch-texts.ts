import { globSync, readFileSync } from 'node:fs'
import { parseAst } from 'vite'

/** A text that people may read, and its place. */
export interface Text {
  readonly text: string
  /** Place of the text in the code, as `file:line`. */
  readonly place: string
  /** Name of the attribute, property or element that has the text, or of the function that is called with it. */
  readonly role: string
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
      .map(({ text, start, role }) => ({ text, role, place: `${file}:${source.slice(0, start).split('\n').length}` }))
  })
}

interface Found {
  readonly text: string
  readonly start: number
  readonly role: string
}

interface Node {
  readonly type?: string
  readonly start?: number
  readonly name?: unknown
  readonly value?: unknown
  readonly key?: Node
  readonly callee?: Node
  readonly quasis?: { value: { cooked: string } }[]
  readonly openingElement?: Node
  readonly children?: readonly Node[]
}

/** Returns the name of an element; empty for one of a namespace and for a fragment. */
function nameOf(opening: Node | undefined): string {
  const name = (opening?.name as Node | undefined)?.name
  return typeof name === 'string' ? name : ''
}

/** Returns the texts in a part of a program, with `…` for inserted values. */
function textsIn(part: unknown, outer = ''): Found[] {
  if (Array.isArray(part)) return part.flatMap((one) => textsIn(one, outer))
  if (part === null || typeof part !== 'object') return []
  const node = part as Node
  if (node.type?.startsWith('Import') || node.type?.startsWith('TSLiteral')) return []
  const text =
    node.type === 'TemplateLiteral'
      ? (node.quasis ?? []).map(({ value }) => value.cooked).join('…')
      : (node.type === 'Literal' || node.type === 'JSXText') && typeof node.value === 'string'
        ? node.value
        : ''
  const name = node.key ?? node.callee ?? (node.type === 'JSXAttribute' ? node.name : undefined)
  const named = (name as Node | undefined)?.name
  // A part of a template or of an element is no whole text, unless it is all that the element has.
  const role = /^(TemplateLiteral|JSXElement|JSXFragment)$/.test(node.type ?? '')
    ? node.children?.length === 1
      ? nameOf(node.openingElement)
      : ''
    : typeof named === 'string'
      ? named
      : outer
  const own = text.trim() ? [{ text: text.trim().replaceAll(/\s+/g, ' '), start: node.start ?? 0, role: outer }] : []
  return [...own, ...Object.values(node).flatMap((one) => textsIn(one, role))]
}
