import type { EntityItem } from 'electrodb'
import type { Whole } from '../../shared/whole.ts'
import { whole } from '../platform/rows.ts'
import { Entity, model, primary, store } from '../platform/table.ts'
import type { UploadRow } from './entity.ts'
import type { Layout, LayoutsOf } from './layout-print.ts'

/**
 * What somebody said that the columns below a header mean, or that they confirmed a header as it is recognised.
 *
 * | Read                    | Index   | Key |
 * | the layout of a header  | primary | id  |
 */
export const Layouts = new Entity(
  {
    model: model('layout'),
    attributes: {
      /** Which header: `printOf` its cells, after the kind of list. */
      id: { type: 'string', required: true },
      /** By column what it means; '' for nothing known. */
      fields: { type: 'list', items: { type: 'string' }, required: true },
      monthFirst: { type: 'boolean', required: true },
      /** Nobody told what it means: somebody confirmed it as it is recognised. */
      isRecognised: { type: 'boolean' },
    },
    indexes: {
      primary: primary('layout#${id}', 'layout'),
    },
  },
  store,
)
type LayoutRow = Whole<EntityItem<typeof Layouts>>

/** The layouts that are remembered for a kind of list, by the prints of headers; those that are recognised without are none. */
export const layoutsOf =
  (list: string): LayoutsOf =>
  async (prints) =>
    new Map([...(await knownLayouts(list, prints))].filter(([, { isRecognised }]) => !isRecognised))

/** The layouts of a kind of list that somebody told or confirmed, by the prints of headers. */
export async function knownLayouts(list: string, prints: readonly string[]): Promise<Map<string, LayoutRow>> {
  const ids = [...new Set(prints)].map((print) => ({ id: layoutId(list, print) }))
  if (ids.length === 0) return new Map<string, LayoutRow>()
  const { data } = await Layouts.get(ids).go({ consistent: true })
  return new Map(whole(data).map((layout) => [layout.id.slice(list.length + 1), layout]))
}

/**
 * The layouts that an upload is read with: those that it was read with before, and while it is imported those that are
 * remembered now, which are noted in it. What is told of a header later changes nothing that was read.
 */
export const asReadBefore =
  ({ state, layouts = {} }: Pick<UploadRow, 'state' | 'layouts'>, remembered: LayoutsOf): LayoutsOf =>
  async (prints) => {
    const noted: Record<string, Layout> = layouts
    if (state === 'wordt verwerkt') {
      const unknown = prints.filter((print) => !noted[print])
      for (const [print, { fields, monthFirst }] of await remembered(unknown)) noted[print] = { fields, monthFirst }
    }
    return new Map(Object.entries(noted))
  }

/** The id of the layout of a header of a kind of list. */
export const layoutId = (list: string, print: string): string => `${list}:${print}`
