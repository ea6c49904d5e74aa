import type { OutboxKind } from '../../functions/platform/data/outbox.ts'
import { domains, partitions } from '../../infra/domains.ts'
import type { Declaration, Rows } from '../../shared/declaration.ts'
import type { RecordKind } from '../../shared/kinds.ts'

type Kinds = readonly RecordKind[]

const firstPartOf = (key: string) => key.replace(/#.*/, '')

/**
 * Kind of the rows of each partition of the table, and of each list of an index, by the first part of its key. Rows
 * without a kind have the reason why no endpoint declares them.
 */
export const kindOf: Readonly<Record<string, Rows['kind']>> = {
  ...Object.fromEntries(
    Object.values(partitions).flatMap(({ kind, kindInLists = kind, lists = {} }) =>
      Object.keys(lists).map((list) => [firstPartOf(list), kindInLists]),
    ),
  ),
  ...Object.fromEntries(Object.entries(partitions).map(([partition, { kind }]) => [partition, kind])),
}

const all = Object.values<Declaration>(domains)
const kindsWithNames = all.flatMap(({ named = [] }) => named)

/** Kinds of record that each kind of work of the outbox changes, with those of the work that it leaves in turn. */
export const changedByWork: Readonly<Record<OutboxKind, Kinds>> = Object.fromEntries(
  all.flatMap(({ work = {} }) =>
    Object.entries(work).map(([kind, kinds]) => [kind, kinds === 'named' ? kindsWithNames : kinds]),
  ),
) as Record<OutboxKind, Kinds>

/** Kinds of record with marks that follow from the do-not-call list, which the stream of the table updates. */
export const changedByStream: Kinds = ['contract', 'lead']
