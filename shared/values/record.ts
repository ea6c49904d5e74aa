import type * as z from '../zod.ts'
import type { Field, Own } from './field.ts'
import type { Noun } from './noun.ts'

/** Attribute of a stored row, as ElectroDB takes it. */
interface Attribute {
  readonly type: unknown
}

/** One value of a record, by its faces. A face that is absent does not exist. */
export interface Value {
  /** Schema of the value in the body of a new record, and, optional, in that of a change. */
  readonly typed?: z.ZodType
  /** Schema of the value in the body of a change, where it is another. */
  readonly changed?: z.ZodType
  readonly stored?: Attribute
  /** Returns the form in which a typed value is stored. */
  readonly normal?: (value: never) => unknown
  /** Schema of the value in replies. */
  readonly shown?: z.ZodType
  /** Words and places of the value; without them, no form, card, history, export or audit log names it. */
  readonly field?: Field
}

type Values = Readonly<Record<string, Value>>

/** One face of all values that have it, by name. */
type Face<V extends Values, F extends keyof Value> = {
  readonly [Name in keyof V as V[Name] extends Readonly<Record<F, unknown>> ? Name : never]: V[Name] extends Readonly<
    Record<F, infer One>
  >
    ? One
    : never
}

/** Names of the values whose changes the history shows under their own name. */
type Logged<V extends Values> = keyof {
  readonly [Name in keyof V as V[Name] extends { field: object }
    ? V[Name] extends { field: { history: unknown } }
      ? never
      : Name
    : never]: true
}

/** Checks the places of each value: groups of the form, cards, and the field under which the history shows it. */
type Placed<V extends Values, Group extends string, Card extends string> = {
  readonly [Name in keyof V]: {
    readonly field?: {
      readonly form?: Group | Own<Group> | null
      readonly card: Card | Own<Card> | null
      readonly history?: Logged<V> | null
    }
  }
}

function faceOf<V extends Values, F extends keyof Value>(values: V, face: F): Face<V, F> {
  // Every start makes all records that it names: this loop takes a quarter of the time of entries and filters.
  const present: Record<string, unknown> = {}
  for (const name in values) {
    const one = values[name]?.[face]
    if (one !== undefined) present[name] = one
  }
  return present as Face<V, F>
}

/**
 * Makes the card of a record: each of its values in one line, in the order of its form. The schemas of the API, the
 * attributes of the table and the descriptions of the fields are the faces of the card. The first argument has the
 * noun of the record, the groups of the form and the cards of the details.
 */
export function record<const Group extends string, const Card extends string, const V extends Values>(
  { noun }: { readonly noun: Noun; readonly groups: readonly Group[]; readonly cards: readonly Card[] },
  values: V & Placed<V, Group, Card>,
) {
  return {
    noun,
    typed: faceOf<V, 'typed'>(values, 'typed'),
    changed: faceOf<V, 'changed'>(values, 'changed'),
    stored: faceOf<V, 'stored'>(values, 'stored'),
    normal: faceOf<V, 'normal'>(values, 'normal'),
    shown: faceOf<V, 'shown'>(values, 'shown'),
    fields: faceOf<V, 'field'>(values, 'field'),
    /** Names of the fields whose changes the history shows. */
    logged: Object.keys(values).filter((name) => {
      const field = values[name]?.field
      return field && field.history === undefined
    }) as [Logged<V>, ...Logged<V>[]],
  }
}
