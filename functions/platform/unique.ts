import { Entity } from 'electrodb'
import { key, model, store } from './table.ts'

/**
 * Values that only one record may have, each an item of its own: the transaction that creates a second one fails.
 *
 * | Read              | Index   | Key         |
 * | who has the value | primary | kind, value |
 */
export const Uniques = new Entity(
  {
    model: model('unique'),
    attributes: {
      kind: { type: ['email', 'import'] as const, required: true },
      value: { type: 'string', required: true },
      ownerId: { type: 'string', required: true },
    },
    indexes: {
      primary: {
        pk: { ...key.primary.pk, composite: ['kind', 'value'], template: 'unique#${kind}#${value}' },
        sk: { ...key.primary.sk, composite: [], template: 'unique' },
      },
    },
  },
  store,
)

/** The id of the record that has this value, strongly consistent, or null. */
export async function ownerOf(kind: 'email' | 'import', value: string): Promise<string | null> {
  const { data } = await Uniques.get({ kind, value }).go({ consistent: true })
  return data?.ownerId ?? null
}
