import { useState } from 'react'
import { auth } from '../../../../shared/api/auth.ts'
import { CodeForm } from '../../../../shared/api/schemas/account.ts'
import { BackupCodes } from '../../../domains/account/backup-codes.tsx'
import { useCommand } from '../../../lib/query.ts'
import { FormDialog } from '../../../records/dialog/form-dialog.tsx'
import { showFailure } from '../../../records/failure.ts'
import { FormCode } from '../../../records/form-controls.tsx'
import type { Returning } from '../../../ui/dialogs/return-focus.ts'
import { ShownOnceDialog } from '../../../ui/dialogs/shown-once-dialog.tsx'
import { useZodForm } from '../../../ui/fields/form.tsx'
import { Text } from '../../../ui/layout/text.tsx'

/**
 * Shows the dialog that replaces the backup codes by ten new ones. It first asks for a code of the authenticator app or
 * a backup code (rulings 7).
 */
export function BackupCodesDialog(props: Returning) {
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes === null) return <AskForCode onCodes={setCodes} {...props} />
  return (
    <ShownOnceDialog
      title="Je nieuwe backup codes"
      description="Bewaar ze op een veilige plek: je ziet ze alleen nu. Je oude codes werken niet meer."
      question="Heb je de codes bewaard?"
      {...props}
    >
      <BackupCodes codes={codes} />
      <Text as="p" size={13} color="muted">
        Met een backup code log je in zonder je telefoon. Elke code werkt één keer.
      </Text>
    </ShownOnceDialog>
  )
}

interface AskForCodeProps extends Returning {
  readonly onCodes: (codes: readonly string[]) => void
}

function AskForCode({ onCodes, returnFocus, onClose }: AskForCodeProps) {
  const renew = useCommand(auth.newBackupCodes)
  const form = useZodForm(CodeForm, { defaultValues: { token: '' } })
  return (
    <FormDialog
      returnFocus={returnFocus}
      title="Nieuwe backup codes"
      description="Je krijgt tien nieuwe codes. De oude werken daarna niet meer."
      dirty={false}
      form={form}
      onSubmit={async (body) => onCodes((await renew.mutateAsync({ body })).backupCodes)}
      onFailure={(error) => showFailure(error, { title: 'Fout bij genereren backup codes' })}
      submit="Codes maken"
      onClose={onClose}
    >
      <FormCode
        form={form}
        name="token"
        label="2FA code"
        hint="Uit je authenticator-app, of een van je huidige backup codes."
        required
      />
    </FormDialog>
  )
}
