import type { EntityItem } from 'electrodb'
import { uploadChecks, uploadStates } from '../../../shared/api/parts/imports.ts'
import type { Whole } from '../../../shared/whole.ts'
import { defineEntity, gsi1, must, mustBe, number, primary, text } from '../../platform/data/table.ts'
import type { UploadList } from './kinds.ts'

/**
 * Files that were imported or are being imported.
 *
 * | Read                          | Index   | Key                   |
 * | one upload                    | primary | id                    |
 * | those of a kind, newest first | gsi1    | list · uploadedAt, id |
 */
export const Uploads = defineEntity('upload', {
  attributes: {
    id: must,
    /** List to which the upload belongs, such as that of contracts. */
    list: mustBe<UploadList>('string'),
    filename: must,
    /** Key of the file in the bucket; absent on older rows. */
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
    /** Number of wrong rows; for a failed import also those after the last stored row. Absent on older rows. */
    wrongRows: { type: 'number' },
    /** The first problems and warnings; `detailsCount` is the number of all. */
    details: { type: 'any', required: true },
    /** Sheets, columns and rows of the file that were not read. */
    leftOut: { type: 'any' },
    /** Number of all problems and warnings; absent on older rows. */
    detailsCount: { type: 'number' },
    /** Number of all unread parts; absent on older rows. */
    leftOutCount: { type: 'number' },
    /** Number of attempts since the last progress; a crashed attempt leaves no other trace. */
    attempts: { type: 'number' },
    /** Set while an attempt reads the file, which can end the process; absent while rows are stored. */
    isReading: { type: 'boolean' },
    /**
     * Set while the upload waits and nothing is stored: its event has not arrived yet, or other uploads come first.
     */
    waits: { type: 'boolean' },
    /** Moment of the last start, progress or end of work on the upload; absent before any. */
    movedAt: text,
    /** Number of rows done by an import or undo that has not ended. */
    position: { type: 'number' },
    /**
     * Number that rises when a window (block of rows) is stored or undone, and when the upload is completed,
     * confirmed or discarded. A record with a higher window number belongs to a window that was interrupted.
     */
    windows: { type: 'number' },
    /** Problems found while storing, so far. */
    storedSide: { type: 'any' },
    /** Layouts (fields of columns) with which this upload is read, by the hashes of their headers. */
    layouts: { type: 'any' },
    /** The `layouts` of each earlier reading that was no preview; an undo reads the file with these too. */
    formerLayouts: { type: 'any' },
    /** Result of the undo so far. */
    undone: { type: 'any' },
    /** Id of the person who asked for the undo. */
    undoneBy: text,
    /** Last window whose records the counters included when the undo began. */
    countedTo: { type: 'number' },
    /** Work that failed and can be resumed: the import or the undo. */
    givenUp: { type: ['wordt verwerkt', 'wordt teruggedraaid'] as const },
    /** Set while the upload is undone to be read again, with other meanings of its columns. */
    readsAnew: { type: 'boolean' },
    /** Tells when a person must check the file before it is stored. Absent on older rows, which means never. */
    check: { type: uploadChecks },
    /** Set for a preview: `stats` are the expected numbers, and nothing is stored. */
    isPlanned: { type: 'boolean' },
    /** Id of the person who confirmed the preview. */
    confirmedBy: text,
    /** Number of `details`, from the first on, that refuse rows; the others are warnings. Absent on older rows. */
    refusedDetails: { type: 'number' },
  },
  indexes: {
    primary: primary('upload#${id}', 'upload'),
    byList: gsi1('${list}', '${uploadedAt}#${id}'),
  },
})
export type UploadRow = Whole<EntityItem<typeof Uploads>>
