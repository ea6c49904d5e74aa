import { teams } from '../../../shared/api/teams.ts'
import { team as card, teamFields } from '../../../shared/teams/record.ts'
import { type Team, TeamForm } from '../../../shared/teams/schemas.ts'
import { officeOptions } from '../../domains/people-labels.ts'
import { RecordDialog } from '../../records/dialog/record-dialog.tsx'
import { useSave } from '../../records/dialog/use-save.ts'
import { FormSelect, FormText } from '../../records/form-controls.tsx'
import type { Returning } from '../../ui/dialogs/return-focus.ts'

interface TeamDialogProps extends Returning {
  /** Team to edit; null for a new one. */
  readonly team: Team | null
}

/** Shows the dialog that creates or edits a team (spec §2, Teams management). */
export function TeamDialog({ team, returnFocus, onClose }: TeamDialogProps) {
  const save = useSave(teams.create, teams.update)
  return (
    <RecordDialog
      card={card}
      kind="team"
      record={team}
      schema={TeamForm}
      initial={{ office: 'roermond' }}
      size="small"
      title={team ? 'Team bewerken' : 'Nieuw team'}
      submit={team ? 'Opslaan' : 'Aanmaken'}
      save={save}
      saved={team ? 'Team bijgewerkt' : 'Team aangemaakt'}
      failure={{ fallback: `Er is een fout opgetreden bij het ${team ? 'bijwerken' : 'aanmaken'} van het team.` }}
      conflict={{ newest: teams.list }}
      returnFocus={returnFocus}
      onClose={onClose}
    >
      {(form, _base, plain) => (
        <>
          <FormText form={form} name="name" label={teamFields.name.label} maxLength={80} required />
          <FormSelect form={form} name="office" label={teamFields.office.label} options={officeOptions} required />
          {plain('team')}
        </>
      )}
    </RecordDialog>
  )
}
