import type { EntityItem } from 'electrodb'
import { searchedFields } from '../../shared/contract/search.ts'
import { Entity, entityModel, gsi1, gsi2, gsi3, must, number, primary, store, text } from '../platform/data/table.ts'

const kind = {
  type: ['appointment', 'lead', 'sale', 'contract', 'invoice', 'partner', 'person'] as const,
  required: true,
} as const

/**
 * Search index: one row for each word of a record, with the fields that a hit shows, so that nothing else is read.
 * `entry` is the word, followed by the other words of a name and by the day, which sorts the latest first. The table's
 * stream writes the rows after each change (decision 90).
 *
 * | Read                          | Index   | Key                                        |
 * | rows of a word                | primary | kind, prefix · entry, id                   |
 * | a team's rows of a word       | gsi1    | teamKey, kind · entry (sparse)             |
 * | a person's rows of a word     | gsi2, gsi3 | ownKey or otherKey, kind · entry (sparse) |
 */
export const SearchEntries = new Entity(
  {
    model: entityModel('found'),
    attributes: {
      kind,
      id: must,
      /** First two letters of the entry, after the `+` of a word pair. They spread the rows over partitions. */
      prefix: must,
      entry: must,
      /** Field of the word. */
      by: { type: searchedFields, required: true },
      /** Text that a hit by this word shows, where it differs from the fields below. */
      shownAs: text,
      teamKey: text,
      ownKey: text,
      otherKey: text,
      name: text,
      company: text,
      phone: text,
      email: text,
      address: text,
      number: text,
      city: text,
      supplier: text,
      moment: text,
      date: text,
      endDate: text,
      colleague: text,
      role: text,
      status: text,
      doNotCall: { type: 'boolean' },
    },
    indexes: {
      primary: primary('found#${kind}#${prefix}', '${entry}#${id}'),
      byTeam: gsi1('found#team#${teamKey}#${kind}', '${entry}'),
      byOwn: gsi2('found#own#${ownKey}#${kind}', '${entry}'),
      byOther: gsi3('found#own#${otherKey}#${kind}', '${entry}'),
    },
  },
  store,
)
export type SearchEntryRow = EntityItem<typeof SearchEntries>

/**
 * State of a record in the search index: the entries of its rows and a hash of their content. A revision keeps an older
 * state from replacing a newer one.
 *
 * | Read             | Index   | Key       |
 * | one record       | primary | kind, id  |
 * | all of a kind    | gsi1    | kind · id |
 */
export const IndexedRecords = new Entity(
  {
    model: entityModel('filed'),
    attributes: {
      kind,
      id: must,
      revision: number,
      entries: { type: 'list', items: { type: 'string' }, required: true },
      /** Hash of the content of the rows, without their entries; equal when nothing that hits show has changed. */
      seal: must,
    },
    indexes: {
      primary: primary('filed#${kind}#${id}', 'filed'),
      all: gsi1('filed#${kind}', '${id}'),
    },
  },
  store,
)
export type IndexedRecordRow = EntityItem<typeof IndexedRecords>

/**
 * Words of names, to find them despite a typing error. The keys of a word are its first letters, and those letters with
 * one left out. Words that differ by one letter share a key.
 *
 * | Read                    | Index   | Key           |
 * | words that share a key  | primary | like · word   |
 * | all words               | gsi1    | list · word (sparse) |
 */
export const FoundWords = new Entity(
  {
    model: entityModel('foundword'),
    attributes: { like: must, word: must, list: text },
    indexes: {
      primary: primary('foundword#${like}', '${word}'),
      all: gsi1('foundwords#${list}', '${word}'),
    },
  },
  store,
)
