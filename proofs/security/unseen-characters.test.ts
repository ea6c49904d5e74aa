import { describe, expect, it } from 'vitest'
import { routes } from '../../shared/api/index.ts'
import { fieldsOf, schemaOf, textFieldsOf, unwrapNullable } from '../json-schema.ts'
import { bodyOf } from '../sample.ts'

const hints = { '/api/users/agents': 'agent-1', '/api/users': 'agent-2', '/api/teams': 1 }

const between = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index))

/**
 * Invisible characters: C0 without tab and line breaks, DEL and C1, marks that reverse a text, and some characters
 * without width.
 */
const unseen = [
  ...between(0x00, 0x08),
  ...between(0x0b, 0x0c),
  ...between(0x0e, 0x1f),
  ...between(0x7f, 0x9f),
  ...['\u061c', '\u200b', '\u200e', '\u200f', '\ufeff'],
  ...between(0x202a, 0x202e),
  ...between(0x2060, 0x2069),
  ...between(0xfff9, 0xfffb),
]
const names = ['محمد العلي', 'Łukasz Żółć', 'Zoë d’Arc', '김 민준', '👩‍👩‍👧 Els 🏳️‍🌈', 'می‌خواهم', "O'Brien-de Vries"]

const forms = routes.flatMap(({ key, endpoint }) =>
  endpoint.body ? textFieldsOf(schemaOf(endpoint.body)).map((field) => ({ key, field, endpoint })) : [],
)

describe('a text field', () => {
  it('is found in every form that has one', () => {
    const found = new Set(forms.map(({ key, field }) => `${key} ${field}`))
    for (const one of ['POST /api/appointments notes', 'PUT /api/teams/{id} name', 'POST /api/admin/api-keys name']) {
      expect(found).toContain(one)
    }
  })

  it.each(forms)('drops invisible characters: $key $field', ({ field, endpoint }) => {
    const body = Object(bodyOf(endpoint, hints))
    const read = (text: string) => endpoint.body?.safeParse({ ...body, [field]: text })
    for (const character of unseen) {
      const isBreak = /[\v\f\u0085]/.test(character)
      const [pasted, typed] = [read(`a${character}b`), read(isBreak ? 'a b' : 'ab')]
      expect(pasted, character.codePointAt(0)?.toString(16)).toEqual(typed)
    }
  })

  it.each(forms)('refuses line breaks unless marked `x-multi-line`: $key $field', ({ field, endpoint }) => {
    const body = Object(bodyOf(endpoint, hints))
    const schema = endpoint.body && fieldsOf(schemaOf(endpoint.body))[field]
    const isOfMany = schema !== undefined && unwrapNullable(schema)['x-multi-line'] === true
    for (const lineBreak of ['\n', '\r', '\r\n', '\u2028', '\u2029']) {
      const parsed = endpoint.body?.safeParse({ ...body, [field]: `a${lineBreak}b` })
      const messages = parsed?.error?.issues.filter(({ path }) => path[0] === field).map(({ message }) => message) ?? []
      // Any message will do, because a field with a fixed format, such as an IBAN, has a message of its own.
      if (isOfMany) expect(messages, JSON.stringify(lineBreak)).toEqual([])
      else expect(messages, JSON.stringify(lineBreak)).not.toEqual([])
    }
  })

  // A code of others is compared without the joiners that names in some scripts need.
  const texts = forms.filter(({ field }) => field !== 'salesDockId')

  it.each(texts)('keeps all characters of names of any script and of emoji: $key $field', ({ field, endpoint }) => {
    const body = Object(bodyOf(endpoint, hints))
    for (const name of names) {
      const parsed = endpoint.body?.safeParse({ ...body, [field]: name })
      if (parsed?.success) expect(Object(parsed.data)[field]).toBe(name)
    }
  })
})
