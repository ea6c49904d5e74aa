import { describe, expect, it } from 'vitest'
import * as zod from 'zod'
import * as z from './zod.ts'

/** Tells whether Zod has made a schema: only then it has properties of its own. */
const isMade = (schema: object) => Object.hasOwn(schema, '_zod')

describe('a schema', () => {
  const declareWith = (lib: typeof z | typeof zod) => {
    const name = lib
      .string()
      .trim()
      .min(1, 'Vul een naam in')
      .meta({ examples: ['Jansen'] })
    const row = lib.object({ name, kind: lib.enum(['a', 'b']).catch('a'), note: lib.string().nullable().default(null) })
    return { name, row, list: lib.array(row.partial()) }
  }
  const declare = () => declareWith(z)

  it('is made at its first use, with the schemas that it needs', () => {
    const { name, row, list } = declare()
    expect([name, row, list].map(isMade)).toEqual([false, false, false])
    expect(name.parse(' Jansen ')).toBe('Jansen')
    expect([name, row, list].map(isMade)).toEqual([true, false, false])
    expect(list.parse([{ kind: 'c' }])).toEqual([{ kind: 'a', note: null }])
    expect([name, row, list].map(isMade)).toEqual([true, true, true])
  })

  it('is then like one of Zod: parsed, refused, described and recognised', () => {
    const { name, row } = declare()
    expect(row.safeParse({ name: ' ', kind: 'b' }).error?.issues).toMatchObject([
      { path: ['name'], message: 'Vul een naam in' },
    ])
    expect(zod.toJSONSchema(row)).toEqual(zod.toJSONSchema(declareWith(zod).row))
    expect([row instanceof z.ZodObject, row instanceof z.ZodString, '_zod' in declare().row]).toEqual([
      true,
      false,
      true,
    ])
    expect(row.shape.name).toBe(name)
  })

  it('keeps its marks, and those of the schema from which it derives', () => {
    const { name } = declare()
    expect(name.meta()).toEqual({ examples: ['Jansen'] })
    expect(name.meta({ 'x-unique': true }).meta()).toEqual({ 'x-unique': true, examples: ['Jansen'] })
    expect(z.string().meta()).toBeUndefined()
  })
})
