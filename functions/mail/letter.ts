import type { Mail } from '../platform/aws/mail.ts'
import { unlinkText } from './safe-text.ts'

const made = Symbol('line')

/** A line of a mail. Only `line` makes lines, so that no typed name in a mail becomes a link or markup. */
export interface Line {
  readonly text: string
  /** Day shown as a calendar leaf beside the line, in HTML. */
  readonly day?: CalendarDay
  /** Web address of Partnerview, on a line of its own. */
  readonly url?: string
  /** Text of the button that opens the address, in HTML; without it the address is a link. */
  readonly button?: string
  readonly [made]: true
}

/** Texts of a calendar leaf. The program makes them, so they cannot contain a link or markup of somebody else. */
export interface CalendarDay {
  readonly month: string
  readonly day: string
  readonly weekday: string
  readonly time: string
}

/**
 * Returns a line of a mail from a template text. Inserted values lose line breaks and links; markup in them is shown as
 * text.
 */
export const line = (ours: TemplateStringsArray, ...theirs: readonly string[]): Line => ({
  text: String.raw({ raw: ours }, ...theirs.map(unlinkText)),
  [made]: true,
})

/**
 * Returns the greeting of a mail to a user. It holds a name only once the user chose the password: until then somebody
 * else typed name, address and password, so the mail may reach a stranger.
 */
export const greetUser = (user: { readonly firstName: string; readonly mustChangePassword?: boolean | undefined }) =>
  user.mustChangePassword ? line`Hallo,` : line`Hallo ${user.firstName},`

/** Matches a word of a name: letters, hyphens and apostrophes; or initials, the only dots that are in no address. */
const nameWord = /^(?:[\p{L}\p{M}'’-]+|(?:\p{L}\p{M}*\.)+)$/u

/**
 * Returns the greeting of a mail to a customer or partner: by name when it is up to four words of letters. Others get a
 * greeting without a name, so that no address or offer stands there.
 */
export function greetOutsider(name: string): Line {
  const words = name.split(' ')
  const isName = name.length <= 40 && words.length <= 4 && words.every((word) => nameWord.test(word))
  return isName ? line`Beste ${name},` : line`Beste heer of mevrouw,`
}

/** Returns a line with a calendar leaf beside it that shows a day. */
export const withDay = (content: Line, day: CalendarDay): Line => ({ ...content, day })

/** Returns a line with a web address of ours below it. A mail can have no other links. */
export const withAddress = (content: Line, url: string): Line => ({ ...content, url })

/** Returns a line with a button below it that opens a web address of ours; plain text shows the address. */
export const withButton = (content: Line, url: string, button: Line): Line => ({ ...content, url, button: button.text })

/** Returns the subject of a mail, and its lines as plain text and as HTML. */
export const composeLetter = (subject: Line, lines: readonly Line[]): Pick<Mail, 'subject' | 'text' | 'html'> => ({
  subject: subject.text,
  text: `${lines.map(({ text, url }) => (url ? `${text}\n${url}` : text)).join('\n\n')}\n`,
  html: lines
    .map(({ text, url, button, day }) => {
      const content = `${escapeHtml(text).replaceAll('\n', '<br>')}${url ? `<br>${linkTo(escapeHtml(url), button)}` : ''}`
      return day ? besideLeaf(day, content) : `<p>${content}</p>`
    })
    .join('\n'),
})

/**
 * Returns the HTML of a text beside a calendar leaf, as a table with inline styles, which all mail programs show alike.
 */
const besideLeaf = ({ month, day, weekday, time }: CalendarDay, content: string): string => {
  const leaf = [
    ['background:#0b5fc4;color:#ffffff;font-size:12px;padding:4px 0', month],
    ['color:#1b2330;font-size:30px;font-weight:600;line-height:36px;padding:6px 0 0', day],
    ['color:#4a5464;font-size:12px;padding:0 0 8px', `${weekday} ${time}`],
  ]
    .map(([style, words]) => `<tr><td style="${style};text-align:center">${escapeHtml(words ?? '')}</td></tr>`)
    .join('')
  const table = 'role="presentation" cellpadding="0" cellspacing="0"'
  return `<table ${table}><tr><td><table ${table} width="96" style="border:1px solid #c9d1dc;font-family:sans-serif">${leaf}</table></td><td style="padding-left:16px">${content}</td></tr></table>`
}

const BUTTON = 'background:#0b5fc4;color:#ffffff;display:inline-block;padding:10px 18px;text-decoration:none'

/** Returns a link to an address that is already escaped; with a text, it looks like a button. */
const linkTo = (url: string, button?: string) =>
  button === undefined ? `<a href="${url}">${url}</a>` : `<a href="${url}" style="${BUTTON}">${escapeHtml(button)}</a>`

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
