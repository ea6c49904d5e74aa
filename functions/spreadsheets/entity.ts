import { CustomAttributeType, type EntityItem } from 'electrodb'
import { uploadChecks, uploadStates } from '../../shared/contract/imports.ts'
import type { Whole } from '../../shared/whole.ts'
import { Entity, gsi1, model, must, number, primary, store, text } from '../platform/table.ts'
import type { UploadList } from './kinds.ts'

/**
 * Files that were imported or are being imported.
 *
 * | Read                          | Index   | Key                   |
 * | one upload                    | primary | id                    |
 * | those of a kind, newest first | gsi1    | list · uploadedAt, id |
 */
export const Uploads = new Entity(
  {
    model: model('upload'),
    attributes: {
      id: must,
      /** Which list of uploads it is in. */
      list: { type: CustomAttributeType<UploadList>('string'), required: true },
      filename: must,
      /** Where it stands in the bucket; older rows do not say. */
      key: text,
      uploadedBy: must,
      uploadedAt: must,
      state: { type: uploadStates, required: true },
      error: text,
      stats: {
        type: 'map',
        required: true,
        properties: { totalRows: number, created: number, updated: number, skipped: number, errors: number },
      },
      /** How many rows were found wrong, of one that failed also behind what is stored; absent on older rows. */
      wrongRows: { type: 'number' },
      /** The first problems; `stats.errors` counts them all. */
      details: { type: 'any', required: true },
      /** Sheets, columns and rows of the file that were not read. */
      leftOut: { type: 'any' },
      /** How many of each there were; absent on older rows. */
      detailsCount: { type: 'number' },
      leftOutCount: { type: 'number' },
      /** How often the import was begun since it last got further; one that crashed has no other trace. */
      attempts: { type: 'number' },
      /** Nothing of it was stored yet: its event is still to be heard, or others have their turn. */
      waits: { type: 'boolean' },
      /** When something was last done with it; absent until then. */
      movedAt: text,
      /** How many rows of the file are done, while it is imported. */
      position: { type: 'number' },
      /** How many windows of rows were stored in all; a row that names a later one is of a window that did not end. */
      windows: { type: 'number' },
      /** What storing found wrong so far, while it is imported. */
      storedSide: { type: 'any' },
      /** The remembered layouts that it was read with, by the prints of their headers; those of earlier readings too. */
      layouts: { type: 'any' },
      formerLayouts: { type: 'any' },
      /** What taking it back came to, and who did that. */
      undone: { type: 'any' },
      undoneBy: text,
      /** The last of its windows that was counted, when that began. */
      countedTo: { type: 'number' },
      /** What was under way when it was given up, of an upload that can go on where it stands. */
      givenUp: { type: ['wordt verwerkt', 'wordt teruggedraaid'] as const },
      /** It is taken back to be read anew, by what somebody said of its columns. */
      readsAnew: { type: 'boolean' },
      /** When somebody has to look before it is stored; absent on older rows: never. */
      check: { type: uploadChecks },
      /** It is only compared with what is known: `stats` are what would happen, and nothing is stored. */
      isPlanned: { type: 'boolean' },
      /** Who said that it may be stored as it was shown. */
      confirmedBy: text,
      /** How many of `details`, from the first on, refuse rows; the others are remarks. Absent on older rows. */
      refusedDetails: { type: 'number' },
    },
    indexes: {
      primary: primary('upload#${id}', 'upload'),
      byList: gsi1('${list}', '${uploadedAt}#${id}'),
    },
  },
  store,
)
export type UploadRow = Whole<EntityItem<typeof Uploads>>
