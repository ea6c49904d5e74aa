import * as zod from 'zod'

/**
 * Zod with Dutch texts, whose schemas are made at first use. The API declares thousands of schemas and a request
 * needs a few of them; a schema takes more time to make than to declare (docs/decisions/0107).
 */
export * from 'zod'

/** Methods of a schema that return another schema; these do not make it yet. */
const derivations =
  'and array catch check default describe exclude extend extract int length max meta min multipleOf negative nonempty ' +
  'nonnegative nullable nullish omit optional or overwrite partial pick pipe positive readonly refine regex ' +
  'superRefine toLowerCase toUpperCase transform trim'

/** Makes a schema from what a function of Zod takes. */
type Make = (...options: never[]) => zod.ZodType

/** Stands for a schema that is not made yet, and becomes it. A start makes up to 2,000 of these, so they are small. */
class Waiting {
  #create: Make | null
  readonly #options: readonly unknown[]

  constructor(create: Make, options: readonly unknown[]) {
    this.#create = create
    this.#options = options
  }

  /** Makes the schema in the object that stands for it. From then on it is no slower than any other. */
  static make(schema: object): object {
    if (!(#create in schema && schema.#create)) return schema
    const made: zod.ZodType = Reflect.apply(schema.#create, undefined, schema.#options)
    schema.#create = null
    Object.setPrototypeOf(schema, Object.getPrototypeOf(made))
    // Zod clones a schema in the same way. Its marks and its parent, from which it inherits marks, are not in the clone.
    const clone = schema as object as zod.ZodType
    Reflect.apply(made._zod.constr, clone, [made._zod.def])
    if (made._zod.parent) clone._zod.parent = made._zod.parent
    const marks = zod.globalRegistry.get(made)
    if (marks) zod.globalRegistry.add(clone, marks)
    return schema
  }
}

const derive = (schema: object, name: string, options: unknown[]): zod.ZodType =>
  Reflect.apply(Reflect.get(Waiting.make(schema), name), schema, options)

const prototype: object = Waiting.prototype
for (const name of derivations.split(' ')) {
  const value = function (this: object, ...options: unknown[]) {
    // Without marks to set, `meta` returns those of the schema.
    return name === 'meta' && options.length === 0
      ? derive(this, name, options)
      : new Waiting(derive, [this, name, options])
  }
  Object.defineProperty(prototype, name, { value })
}
Reflect.deleteProperty(prototype, 'constructor')
// The first access to a property that is no derivation makes the schema.
Object.setPrototypeOf(
  prototype,
  new Proxy(
    {},
    {
      get: (_, name, schema: object) => Reflect.get(Waiting.make(schema), name),
      // Libraries recognise a schema by its properties.
      has: (_, name) => name === '_zod',
    },
  ),
)

/**
 * Returns a function of Zod that makes its schema at first use.
 * @__NO_SIDE_EFFECTS__
 */
const deferSchema = <M extends Make>(create: M): M =>
  ((...options: Parameters<M>) => new Waiting(create, options)) as unknown as M

export const array = deferSchema(zod.array)
export const boolean = deferSchema(zod.boolean)
export const email = deferSchema(zod.email)
export const int = deferSchema(zod.int)
export const iso = { date: deferSchema(zod.iso.date), datetime: deferSchema(zod.iso.datetime) }
export const literal = deferSchema(zod.literal)
export const looseObject = deferSchema(zod.looseObject)
export const number = deferSchema(zod.number)
export const object = deferSchema(zod.object)
export const preprocess = deferSchema(zod.preprocess)
export const record = deferSchema(zod.record)
export const string = deferSchema(zod.string)
export const union = deferSchema(zod.union)
export const unknown = deferSchema(zod.unknown)

const deferredEnum = deferSchema(zod.enum)

export { deferredEnum as enum }

/** Dutch texts in place of Zod's English ones (rulings 17). A text that a schema gives itself takes precedence. */
zod.config({
  // Generated code is faster, but the content security policy of a page forbids it, and reports even the attempt.
  jitless: 'document' in globalThis,
  customError: (issue) => {
    switch (issue.code) {
      case 'invalid_type':
        return issue.input === undefined || issue.input === null ? 'Dit veld is verplicht' : 'Ongeldige waarde'
      case 'invalid_value':
        return 'Kies een geldige waarde'
      case 'too_small':
        return issue.origin === 'string'
          ? issue.minimum === 1
            ? 'Dit veld is verplicht'
            : `Minimaal ${issue.minimum} tekens`
          : issue.origin === 'array'
            ? `Kies er minimaal ${issue.minimum}`
            : `Minimaal ${issue.minimum}`
      case 'too_big':
        return issue.origin === 'string'
          ? `Maximaal ${issue.maximum} tekens`
          : issue.origin === 'array'
            ? `Maximaal ${issue.maximum} tegelijk`
            : `Maximaal ${issue.maximum}`
      case 'unrecognized_keys':
        return 'Onbekend veld'
      default:
        return 'Ongeldige waarde'
    }
  },
})

/**
 * Marks of a field. The API's description shows them, and the proofs build request bodies from them. `examples`: valid
 * values, where not every text is valid. `format`: the word of JSON Schema for the kind of text. `x-refers-to`: the
 * list whose ids the field takes. `x-multi-line`: the text may have line breaks. `x-not-stored`: the value only steers
 * the call. `x-unique`: no two records have the same value. `x-instead-of`: the field that this one excludes.
 * `x-masked`: replies mask the value, an IBAN. `x-shown-once`: the reply holds a secret that no later reply has.
 * `x-of-the-change`: the reply tells about the change, so no later reply has the value.
 */
declare module 'zod' {
  interface GlobalMeta {
    'x-refers-to'?: `/api/${string}`
    'x-multi-line'?: true
    'x-not-stored'?: true
    'x-unique'?: true
    'x-instead-of'?: string
    'x-masked'?: true
    'x-shown-once'?: true
    'x-of-the-change'?: true
  }
}
