import type { EntityItem } from 'electrodb'
import type { Whole } from '../../../shared/whole.ts'
import { asWhole } from '../../platform/data/rows.ts'
import { defineEntity, primary } from '../../platform/data/table.ts'
import type { Layout, LayoutsOf } from '../recognition/layout-print.ts'
import type { UploadRow } from './entity.ts'

/**
 * Stored layouts of headers: the meanings of columns that a person gave, or their confirmation of the recognised ones.
 *
 * | Read                    | Index   | Key |
 * | the layout of a header  | primary | id  |
 */
export const Layouts = defineEntity('layout', {
  attributes: {
    /** Kind of list, and the hash of the header's cells (`headerFingerprint`). */
    id: { type: 'string', required: true },
    /** Field per column; '' for an unknown one. */
    fields: { type: 'list', items: { type: 'string' }, required: true },
    monthFirst: { type: 'boolean', required: true },
    /** Set when a person only confirmed the recognised fields. */
    isRecognised: { type: 'boolean' },
  },
  indexes: { primary: primary('layout#${id}', 'layout') },
})
type LayoutRow = Whole<EntityItem<typeof Layouts>>

/**
 * Returns a lookup of the stored layouts (fields of columns) of a kind of list, by the hashes of headers. Leaves out
 * layouts that only confirm the recognised fields.
 */
export const layoutsOf =
  (list: string): LayoutsOf =>
  async (headerHashes) =>
    new Map([...(await findLayouts(list, headerHashes))].filter(([, { isRecognised }]) => !isRecognised))

/**
 * Returns the saved column layouts for one kind of import, by the hash of the header row. A layout says which column of
 * a sheet fills which field.
 */
export async function findLayouts(list: string, headerHashes: readonly string[]): Promise<Map<string, LayoutRow>> {
  const ids = [...new Set(headerHashes)].map((headerHash) => ({ id: layoutId(list, headerHash) }))
  if (ids.length === 0) return new Map<string, LayoutRow>()
  const { data } = await Layouts.get(ids).go({ consistent: true })
  return new Map(asWhole(data).map((layout) => [layout.id.slice(list.length + 1), layout]))
}

/**
 * Returns the lookup of layouts (fields of columns) for reading an upload; it gives the layouts kept in the upload.
 * During the import it first finds missing layouts by `lookUp` and adds them to the upload's `layouts`. So later
 * changes of stored layouts do not affect its rows.
 */
export const layoutsForUpload =
  ({ state, layouts = {} }: Pick<UploadRow, 'state' | 'layouts'>, lookUp: LayoutsOf): LayoutsOf =>
  async (headerHashes) => {
    const noted: Record<string, Layout> = layouts
    if (state === 'wordt verwerkt') {
      const unknown = headerHashes.filter((headerHash) => !noted[headerHash])
      for (const [headerHash, { fields, monthFirst }] of await lookUp(unknown))
        noted[headerHash] = { fields, monthFirst }
    }
    return new Map(Object.entries(noted))
  }

/** Returns the id of the layout of a header, from the kind of list and the header's hash. */
export const layoutId = (list: string, headerHash: string): string => `${list}:${headerHash}`
