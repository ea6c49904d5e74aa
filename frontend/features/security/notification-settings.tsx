import { useQuery } from '@tanstack/react-query'
import { can } from '../../../shared/access.ts'
import { NotificationSettings, notifications } from '../../../shared/api/notifications.ts'
import {
  type NotificationKind,
  notificationChoiceLabels,
  notificationChoices,
  notificationGroups,
  notificationKinds,
} from '../../../shared/notifications.ts'
import { query, useCommand } from '../../lib/query.ts'
import { actorOf, useUser } from '../../lib/session.ts'
import { showFailure } from '../../records/failure.ts'
import { Select } from '../../ui/choices/select.tsx'
import { Card } from '../../ui/display/card.tsx'
import { Form, FormField, SubmitButton, useZodForm } from '../../ui/fields/form.tsx'
import { CardGrid } from '../../ui/layout/card-grid.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { ErrorState } from '../../ui/messages/error-state.tsx'
import { Skeleton } from '../../ui/messages/skeleton.tsx'
import { toast } from '../../ui/messages/toast.ts'

const names = Object.keys(notificationKinds) as NotificationKind[]

/** Shows the form in which users choose how each kind of notification that they can get reaches them. */
export function NotificationSettingsCard() {
  const { data, error, refetch } = useQuery({ ...query(notifications.settings), refetchOnMount: 'always' })
  if (error) return <ErrorState error={error} onRetry={refetch} />
  return data ? <SettingsForm key={data.version} settings={data} /> : <Skeleton height="320px" />
}

function SettingsForm({
  settings: { version, ...values },
}: {
  readonly settings: NotificationSettings & { version: number }
}) {
  const user = useUser()
  const save = useCommand(notifications.changeSettings)
  const form = useZodForm(NotificationSettings, { defaultValues: values })
  const isMine = (name: NotificationKind) => can(actorOf(user), notificationKinds[name].action)
  const options = notificationChoices.map((value) => ({ value, label: notificationChoiceLabels[value] }))
  return (
    <Form
      form={form}
      className="pv-form"
      onSubmit={async (body) => {
        await save.mutateAsync({ body, version })
        toast({ title: 'Meldingen ingesteld' })
      }}
      onFailure={(error) => showFailure(error, { title: 'Meldingen instellen is niet gelukt' })}
    >
      {notificationGroups.map((group) => {
        const those = names.filter((name) => notificationKinds[name].group === group && isMine(name))
        return (
          those.length > 0 && (
            <Card key={group} title={group}>
              <CardGrid least={240}>
                {those.map((name) => (
                  <FormField key={name} form={form} name={name} label={notificationKinds[name].label}>
                    {(field) => <Select {...field} options={options} />}
                  </FormField>
                ))}
              </CardGrid>
            </Card>
          )
        )
      })}
      <Text as="p" size={13} color="muted">
        De dagelijkse mail komt op werkdagen om 08:00. Daarin staat wat je nog niet hebt gelezen.
      </Text>
      <div>
        <SubmitButton>Opslaan</SubmitButton>
      </div>
    </Form>
  )
}
