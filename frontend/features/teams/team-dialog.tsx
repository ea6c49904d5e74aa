import type { RefObject } from 'react'
import type * as z from 'zod'
import { offices } from '../../../shared/contract/fields.ts'
import { type Team, TeamForm } from '../../../shared/contract/teams.ts'
import { officeLabels } from '../../domains/people.ts'
import { isOvertaken, tellFailure } from '../../records/failure.ts'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '../../ui/dialog.tsx'
import { EditConflict } from '../../ui/edit-conflict.tsx'
import { Form, FormField, SubmitButton, useZodForm } from '../../ui/form.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { toast } from '../../ui/toast.ts'
import { useEdited } from '../../ui/use-edited.ts'
import { newestOf, refreshTeams, useCreateTeam, useUpdateTeam } from './api.ts'

const officeOptions = offices.map((value) => ({ value, label: officeLabels[value] }))
const valuesOf = (team: Team | null): z.input<typeof TeamForm> => ({
  name: team?.name ?? '',
  office: team?.office ?? 'roermond',
})

interface TeamDialogProps {
  /** The team to edit; null creates one. */
  readonly team: Team | null
  readonly returnFocus: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

/** Creates or edits a team (spec §2, Teams management). */
export function TeamDialog({ team, returnFocus, onClose }: TeamDialogProps) {
  const create = useCreateTeam()
  const update = useUpdateTeam()
  const form = useZodForm(TeamForm, { defaultValues: valuesOf(team) })
  const { base, overtaken, overtake, settle } = useEdited(team, (newest, options) =>
    form.reset(valuesOf(newest), options),
  )

  async function save(body: TeamForm): Promise<void> {
    if (base) await update.mutateAsync({ params: { id: String(base.id) }, body, version: base.version })
    else await create.mutateAsync({ body })
    toast({ title: base ? 'Team bijgewerkt' : 'Team aangemaakt' })
    onClose()
  }

  function refuse(error: unknown): void {
    if (!base || !isOvertaken(error)) {
      tellFailure(error, {
        fallback: `Er is een fout opgetreden bij het ${base ? 'bijwerken' : 'aanmaken'} van het team.`,
      })
      return
    }
    refreshTeams()
    overtake(error)
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="small"
      returnFocus={returnFocus}
      title={team ? 'Team bewerken' : 'Nieuw team'}
      dirty={form.formState.isDirty}
    >
      <Form form={form} onSubmit={save} onFailure={refuse}>
        <DialogBody>
          {base && overtaken !== null && (
            <EditConflict
              key={base.version}
              message={overtaken}
              load={() => newestOf(base.id)}
              isCurrent={({ version }) => version === base.version}
              changes={(newest) => differences(base, newest)}
              gone="Het team is niet meer te vinden."
              onSettle={settle}
            />
          )}
          <FormField form={form} name="name" label="Teamnaam" required>
            {(field) => <TextInput {...field} maxLength={80} />}
          </FormField>
          <FormField form={form} name="office" label="Kantoor" required>
            {(field) => <Select {...field} options={officeOptions} />}
          </FormField>
        </DialogBody>
        <DialogFooter>
          <DialogClose />
          <SubmitButton>{team ? 'Opslaan' : 'Aanmaken'}</SubmitButton>
        </DialogFooter>
      </Form>
    </Dialog>
  )
}

const differences = (before: Team, after: Team): string[] => [
  ...(before.name === after.name ? [] : [`Teamnaam: ${after.name}`]),
  ...(before.office === after.office ? [] : [`Kantoor: ${officeLabels[after.office]}`]),
]
