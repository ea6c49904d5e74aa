import { type Action, type Actor, can, seesPersonalData } from '../access.ts'

/** Labels of a choice, by the stored value. */
export type Labels = Readonly<Record<string, string>>

/**
 * Kinds of text, which differ in how they are typed and shown. An `amount` and a `usage` may be any text; a number
 * among these is shown with its unit.
 */
type TextFormat =
  | ('text' | 'phone' | 'email' | 'postcode' | 'code' | 'lines' | 'amount' | 'usage')
  | ('day' | 'time' | 'moment')

/**
 * Format of a value: a choice has its labels, `name` is the name of a person or team, a `flag` is yes or no, a `switch`
 * on or off, and every place formats an `own` value itself.
 */
export type Format = TextFormat | 'count' | 'money' | 'flag' | 'switch' | 'name' | 'own' | Labels

/** Place, such as a form group, that draws a field by hand: in another order, or with its own control or value. */
export interface Own<Place extends string = string> {
  readonly own: Place
}

/**
 * Marks a place, such as a form group or a card, that draws a field by hand. Without the mark, the field is drawn from
 * its description.
 */
export const own = <const Place extends string>(place: Place): Own<Place> => ({ own: place })

/** Marks the form group and the card of one name, which both draw a field by hand. */
export const ownBoth = <const Place extends string>(place: Place) => ({ form: own(place), card: own(place) })

/**
 * Description of a field: its words, its format, who sees it and where. The dialog about an edit conflict shows every
 * field of the form.
 */
export interface Field {
  /** Label in form, history, conflict and audit log. */
  readonly label: string
  /** Label where space is short: cards, lists and exports. */
  readonly short?: string
  /** Unit of a count: `maanden`. */
  readonly unit?: string
  /** Help under the control of the form. */
  readonly hint?: string
  /** Format of the value of the field; text when absent. */
  readonly format?: Format
  /** Right to see the field; without one, everybody who reads the record sees it. */
  readonly sees?: 'personal' | Action
  /** Group of the form that contains the field; absent or null for a field that the form does not show. */
  readonly form?: string | Own | null
  /** Card that shows the field; null for none. */
  readonly card: string | Own | null
  /** Plain column of the list: its width in px. Where space is short, those with a low `dropOrder` are hidden first. */
  readonly list?: { readonly width: number; readonly dropOrder: number }
  /** Column of exports: `own` for one that the export makes by hand, `none` for a field that it leaves out. */
  readonly column?: 'own' | 'none'
  /**
   * Name of the other field under which the history shows a change of this field; null where the history shows none.
   */
  readonly history?: string | null
}

/** Descriptions of the fields of a record by name, in the order of its form. */
export type Fields = Readonly<Record<string, Field>>

/** Lists the fields of a record as pairs of name and description. */
export const fieldsIn = (fields: Fields): (readonly [name: string, field: Field])[] => Object.entries(fields)

/** Tells whether an actor may see a field of the records within their reach. */
export const maySee = (actor: Actor, { sees }: Field): boolean =>
  sees === undefined || (sees === 'personal' ? seesPersonalData(actor) : can(actor, sees))

/** Names of the fields that need a right. */
type Guarded<F extends Fields> = { [Name in keyof F]: F[Name] extends { sees: string } ? Name : never }[keyof F]

/**
 * Returns an object with undefined for each field that an actor may not see; spread over a row, this object hides those
 * fields.
 */
export const hideUnseenFields = <F extends Fields>(
  actor: Actor,
  fields: F,
): { readonly [Name in Guarded<F>]?: undefined } =>
  Object.fromEntries(
    fieldsIn(fields)
      .filter(([, field]) => !maySee(actor, field))
      .map(([name]) => [name, undefined]),
  ) as { [Name in Guarded<F>]?: undefined }

/** Returns the short label of a field, or its label when it has none. */
export const shortLabelOf = ({ short, label }: Field): string => short ?? label
