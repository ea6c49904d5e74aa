import { OwnPasswordFields, useOwnPassword } from '../../../domains/account/own-password.tsx'
import { useUser } from '../../../lib/session.ts'
import { showFailure } from '../../../records/failure.ts'
import { Card } from '../../../ui/display/card.tsx'
import { Form, SubmitButton } from '../../../ui/fields/form.tsx'
import { Row } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'

/**
 * Shows the form that changes the user's own password. Users with an external account see a text instead (spec §6,
 * rulings 9).
 */
export function PasswordCard() {
  const { isLocalAccount } = useUser()
  return (
    <Card title="Wachtwoord">
      {isLocalAccount ? (
        <PasswordForm />
      ) : (
        <Text as="p" size={13} color="muted">
          Je logt in met een extern account. Je wachtwoord wijzig je bij de organisatie die dat account beheert.
        </Text>
      )}
    </Card>
  )
}

function PasswordForm() {
  const { form, save } = useOwnPassword()
  return (
    <Form form={form} onSubmit={save} onFailure={(error) => showFailure(error)}>
      <OwnPasswordFields form={form} />
      <Row gap={12} wrap={8} size={13} color="muted">
        <SubmitButton>Wachtwoord wijzigen</SubmitButton>
        <Text size={12} color="soft">
          Je wordt daarna overal uitgelogd.
        </Text>
      </Row>
    </Form>
  )
}
