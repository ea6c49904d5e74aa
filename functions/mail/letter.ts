import type { Mail } from '../platform/mail.ts'
import { nameIn } from './names.ts'

const made = Symbol('line')

/** A line of a mail. Only `line` makes one, so that no name gets into a mail as it was typed. */
export interface Line {
  readonly text: string
  /** An address of ours, on a line of its own. */
  readonly url?: string
  readonly [made]: true
}

/** A line of ours, with what others typed in it as names: no lines, markup or links of their own. */
export const line = (ours: TemplateStringsArray, ...theirs: readonly string[]): Line => ({
  text: String.raw({ raw: ours }, ...theirs.map(nameIn)),
  [made]: true,
})

/** A line with an address of ours below it, the one link that a mail may have. */
export const withAddress = (said: Line, url: string): Line => ({ ...said, url })

/** A mail's subject and its lines, in plain text and HTML. */
export const letter = (subject: Line, lines: readonly Line[]): Pick<Mail, 'subject' | 'text' | 'html'> => ({
  subject: subject.text,
  text: `${lines.map(({ text, url }) => (url ? `${text}\n${url}` : text)).join('\n\n')}\n`,
  html: lines
    .map(
      ({ text, url }) =>
        `<p>${escapeHtml(text).replaceAll('\n', '<br>')}${url ? `<br>${linkTo(escapeHtml(url))}` : ''}</p>`,
    )
    .join('\n'),
})

const linkTo = (url: string) => `<a href="${url}">${url}</a>`

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
