import type { EntityItem } from 'electrodb'
import { defineEntity, gsi1, gsi2, gsi3, must, number, primary, text } from '../platform/data/table.ts'

const kind = {
  type: ['appointment', 'lead', 'sale', 'contract', 'invoice', 'partner', 'person'] as const,
  required: true,
} as const

/**
 * Search index: rows of keys alone, one for each word of a record. A hit is read from the record itself (decision 90).
 * `start` is a word followed by other words of the names, and by the day, which sorts the latest first. `entry` is
 * `start` followed by the rest of the names and the town, which further words of a query are compared with. The table's
 * stream writes the rows after each change.
 *
 * | Read                          | Index      | Key                                       |
 * | rows of a word                | primary    | kind, prefix · entry, id                  |
 * | a team's rows of a word       | gsi1       | teamKey, kind · start (sparse)            |
 * | a person's rows of a word     | gsi2, gsi3 | ownKey or otherKey, kind · start (sparse) |
 */
export const SearchEntries = defineEntity('found', {
  attributes: {
    // Keys hold these attributes; the row does not repeat them.
    kind,
    id: must,
    /** First two letters of the entry. They spread the rows over partitions. */
    prefix: must,
    entry: must,
    start: must,
    teamKey: text,
    ownKey: text,
    otherKey: text,
    /** Set when the record's phone number is on the do-not-call list, as far as the index knows. */
    doNotCall: { type: 'boolean' },
  },
  indexes: {
    primary: primary('found#${kind}#${prefix}', '${entry}#${id}'),
    byTeam: gsi1('found#team#${teamKey}#${kind}', '${start}'),
    byOwn: gsi2('found#own#${ownKey}#${kind}', '${start}'),
    byOther: gsi3('found#own#${otherKey}#${kind}', '${start}'),
  },
})
export type SearchEntryRow = EntityItem<typeof SearchEntries>

/**
 * State of a record in the search index: the entries of its rows, and what these rows hold besides. A revision keeps an
 * older state from replacing a newer one.
 *
 * | Read             | Index   | Key       |
 * | one record       | primary | kind, id  |
 * | all of a kind    | gsi1    | kind · id |
 */
export const IndexedRecords = defineEntity('filed', {
  attributes: {
    kind,
    id: must,
    revision: number,
    entries: { type: 'list', items: { type: 'string' }, required: true },
    /** Team and owners of the record, and whether its phone number may be called, as the rows hold them. */
    readers: must,
  },
  indexes: {
    primary: primary('filed#${kind}#${id}', 'filed'),
    all: gsi1('filed#${kind}', '${id}'),
  },
})
export type IndexedRecordRow = EntityItem<typeof IndexedRecords>

/**
 * Words of names, to find them despite a typing error. The keys of a word are its first letters, and those letters with
 * one left out. Words that differ by one letter share a key.
 *
 * | Read                    | Index   | Key           |
 * | words that share a key  | primary | like · word   |
 * | all words               | gsi1    | list · word (sparse) |
 */
export const FoundWords = defineEntity('foundword', {
  attributes: { like: must, word: must, list: text },
  indexes: {
    primary: primary('foundword#${like}', '${word}'),
    all: gsi1('foundwords#${list}', '${word}'),
  },
})
