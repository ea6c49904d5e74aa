import type { RefObject } from 'react'
import type * as z from 'zod'
import { teams } from '../../../shared/api/teams.ts'
import { teamFields } from '../../../shared/teams/record.ts'
import { type Team, TeamForm } from '../../../shared/teams/schemas.ts'
import { officeOptions } from '../../domains/people-labels.ts'
import { RecordDialog } from '../../records/dialog/record-dialog.tsx'
import { useSave } from '../../records/dialog/use-save.ts'
import { changesIn } from '../../records/differences.ts'
import { formValuesOf } from '../../records/field-values.ts'
import { PlainFields } from '../../records/record-fields.tsx'
import { Select } from '../../ui/choices/select.tsx'
import { FormField } from '../../ui/fields/form.tsx'
import { TextInput } from '../../ui/fields/text-input.tsx'

const valuesOf = (team: Team | null): z.input<typeof TeamForm> =>
  formValuesOf(teamFields, { office: 'roermond', ...team })

interface TeamDialogProps {
  /** Team to edit; null for a new one. */
  readonly team: Team | null
  readonly returnFocus: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

/** Shows the dialog that creates or edits a team (spec §2, Teams management). */
export function TeamDialog({ team, returnFocus, onClose }: TeamDialogProps) {
  const save = useSave(teams.create, teams.update)
  return (
    <RecordDialog
      kind="team"
      record={team}
      schema={TeamForm}
      valuesOf={valuesOf}
      size="small"
      title={team ? 'Team bewerken' : 'Nieuw team'}
      submit={team ? 'Opslaan' : 'Aanmaken'}
      save={save}
      saved={team ? 'Team bijgewerkt' : 'Team aangemaakt'}
      failure={{ fallback: `Er is een fout opgetreden bij het ${team ? 'bijwerken' : 'aanmaken'} van het team.` }}
      conflict={{
        newest: teams.list,
        changes: changesIn(teamFields),
        gone: 'Het team is niet meer te vinden.',
      }}
      returnFocus={returnFocus}
      onClose={onClose}
    >
      {(form) => (
        <>
          <FormField form={form} name="name" label={teamFields.name.label} required>
            {(field) => <TextInput {...field} maxLength={80} />}
          </FormField>
          <FormField form={form} name="office" label={teamFields.office.label} required>
            {(field) => <Select {...field} options={officeOptions} />}
          </FormField>
          <PlainFields form={form} fields={teamFields} schema={TeamForm} group="team" />
        </>
      )}
    </RecordDialog>
  )
}
