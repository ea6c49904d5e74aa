import type { Action } from '../../shared/access.ts'
import type { Caller } from '../platform/actor.ts'
import { manageWith, type RecordKind, records, type Versioned } from './record.ts'

interface SettingsKind<Row extends Versioned> extends Pick<RecordKind<Row>, 'type' | 'entity' | 'alongside'> {
  /** Action of the access table for reading and changing the settings. */
  readonly action: Action
  /** Row that applies, under version 0, until somebody changes it. */
  readonly byDefault: Row
}

/** Returns the functions that read and change a domain's settings, which are one record with version and audit. */
export function settingsOf<Row extends Versioned>({ action, ...kind }: SettingsKind<Row>) {
  const { find, within, edit } = records<Row>({ ...kind, called: 'de instellingen', ...manageWith(action) })
  const { id } = kind.byDefault
  return {
    /** Returns the settings in force, strongly consistent, without checking rights. */
    inForce: () => find(id),

    /** Returns the settings to a person who may change them. Throws 403 for others. */
    read: async (actor: Caller) => (await within(actor, id)).row,

    /**
     * Changes the given values; other values stay. Throws 409 when somebody else changed the settings since `If-Match`,
     * or meanwhile.
     */
    change: (actor: Caller, values: Partial<Row>) =>
      edit(
        actor,
        id,
        (row) => row,
        (before) => ({ after: { ...before, ...values } }),
      ),

    /**
     * Changes the settings and other records in one transaction; `make` returns the change, or null for none. Returns
     * the result of `show`; throws 409 when somebody else changed the settings since `If-Match`.
     */
    edit: <T>(actor: Caller, show: (row: Row) => T, make: Parameters<typeof edit<T>>[3]) => edit(actor, id, show, make),
  }
}
