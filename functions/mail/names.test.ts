import { expect, it } from 'vitest'
import { composeLetter, greetOutsider, line } from './letter.ts'
import { unlinkText } from './safe-text.ts'

/**
 * Matches what mail programs may turn into a link, such as `kwaad.example` or `mailto:x`. It is a dot or at sign
 * within a word, a colon after a word that begins with a letter, or `\\`. A character other than a blank follows it
 * directly.
 */
const link = /([a-z][a-z0-9+.-]*:(?!\s)\S|\S\.(?!\s)\S|\S@(?!\s)\S|\\\\(?!\s)\S)/iu

it.each([
  'www.kwaad.example',
  'https://kwaad.example/x?y=1',
  'HTTP:kwaad',
  'mailto:x@kwaad.example',
  'x@kwaad.example',
  'kwaad.example:8080',
  '192.168.1.1',
  'javascript:alert(1)',
  '\\\\kwaad\\deel',
  'ｗｗｗ．kwaad。example',
  'kwaad․example',
  '€ 1.kwaad.example',
  '€ 1.100kwaad.example',
  'www.\u200bkwaad.\u2060example',
])('a name is no link: %s', (name) => {
  const { subject, text, html } = composeLetter(line`Over ${name}`, [line`Beste ${name},`])
  for (const part of [subject, text, html])
    expect(part.normalize('NFKC').replaceAll(/&[a-z]+;|<\/?p>/g, '')).not.toMatch(link)
})

it.each(['Jan Jansen', 'Bakkerij ’t Hoekje', 'Zoë & Łukasz', 'Jan-Piet (senior)', 'om 10:00', '€ 1.234.567,89'])(
  'a name without a link stays as it is: %s',
  (name) => {
    expect(unlinkText(name)).toBe(name)
  },
)

it('a name with initials or a company form reads as before: its dots only get a hair space', () => {
  expect(unlinkText('J.P. de Vries B.V.')).toBe('J.\u200aP. de Vries B.\u200aV.')
})

it('a name adds no line and no markup to a mail', () => {
  const { text, html } = composeLetter(line`Over`, [line`Beste ${'Piet\r\nX: y\u2028z\u0000<b>x</b>'},`])
  expect(text).toBe('Beste Piet X: y z <b>x</b>,\n')
  expect(html).toBe('<p>Beste Piet X: y z &lt;b&gt;x&lt;/b&gt;,</p>')
})

it.each([
  ['Jan van der Berg', 'Beste Jan van der Berg,'],
  ['Bakkerij ’t Hoekje', 'Beste Bakkerij ’t Hoekje,'],
  ['J.P. de Vries', 'Beste J.\u200aP. de Vries,'],
  ['kwaad.example', 'Beste heer of mevrouw,'],
  ['Win op x.nl', 'Beste heer of mevrouw,'],
  ['Gratis iPhone voor jou klik', 'Beste heer of mevrouw,'],
  ['Bel 0900 1234', 'Beste heer of mevrouw,'],
  ['Prijs: € 500', 'Beste heer of mevrouw,'],
])('a customer is greeted by a short name of letters: %s', (name, greeting) => {
  expect(greetOutsider(name).text).toBe(greeting)
})
