import type { AuditFilter } from '../../../../shared/api/audit.ts'
import { personOptionsOf } from '../../../domains/people.ts'
import { Combobox } from '../../../ui/choices/combobox.tsx'
import { Select } from '../../../ui/choices/select.tsx'
import { DateFilter } from '../../../ui/dates/date-filter.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { usePeople } from '../api.ts'
import { entityOptions, type Kind, kindLabels } from './audit-labels.ts'

type Filter = Partial<AuditFilter>

export interface AuditFilterProps {
  readonly filter: Filter
  readonly setFilter: (change: { readonly [K in keyof Filter]?: Filter[K] | string | undefined }) => void
}

const kindOptions = (Object.entries(kindLabels) as [Kind, string][]).map(([value, label]) => ({ value, label }))

/** Shows the filters of the audit log: person, type of record, kind of change, and period. */
export function AuditFilterFields({ filter, setFilter }: AuditFilterProps) {
  const people = usePeople()
  return (
    <>
      <Field label="Gebruiker">
        <Combobox
          value={filter.userId}
          onChange={(userId) => setFilter({ userId })}
          options={personOptionsOf(people)}
          placeholder="Iedereen"
          searchPlaceholder="Zoek een gebruiker"
          clearable
        />
      </Field>
      <Field label="Soort">
        <Select
          value={filter.entityType}
          onChange={(entityType) => setFilter({ entityType, entityId: '' })}
          options={entityOptions}
          placeholder="Alle soorten"
        />
      </Field>
      <Field label="Actie">
        <Select
          value={filter.action}
          onChange={(action) => setFilter({ action })}
          options={kindOptions}
          placeholder="Alle acties"
        />
      </Field>
      <DateFilter label="Van" value={filter.from} max={filter.to} onChange={(from) => setFilter({ from })} />
      <DateFilter label="Tot en met" value={filter.to} min={filter.from} onChange={(to) => setFilter({ to })} />
    </>
  )
}
