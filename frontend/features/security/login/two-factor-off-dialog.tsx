import { auth } from '../../../../shared/api/auth.ts'
import { OwnerProof } from '../../../../shared/api/schemas/account.ts'
import { useCommand } from '../../../lib/query.ts'
import { endSession } from '../../../lib/session.ts'
import { FormDialog } from '../../../records/dialog/form-dialog.tsx'
import { showFailure } from '../../../records/failure.ts'
import { useZodForm } from '../../../ui/fields/form.tsx'
import { toast } from '../../../ui/messages/toast.ts'
import { OwnerProofFields } from '../owner-proof-fields.tsx'

type Purpose = 'disable' | 'renew'

interface TwoFactorOffDialogProps {
  readonly purpose: Purpose
  readonly onClose: () => void
}

const texts = {
  disable: {
    title: '2FA uitschakelen?',
    description: 'Je wordt overal uitgelogd. Bij je volgende login stel je 2FA opnieuw in.',
    button: '2FA uitschakelen',
    tone: 'danger',
    done: '2FA uitgeschakeld',
    failed: 'Fout bij uitschakelen 2FA',
  },
  renew: {
    title: '2FA opnieuw instellen?',
    description:
      'Bijvoorbeeld voor een nieuwe telefoon. Je app en backup codes werken dan niet meer. Je wordt overal uitgelogd. Log daarna in en scan een nieuwe QR-code.',
    button: 'Opnieuw instellen',
    tone: 'primary',
    done: 'Je kunt 2FA opnieuw instellen',
    failed: 'Fout bij instellen 2FA',
  },
} as const satisfies Record<Purpose, object>

/**
 * Shows the dialog that turns 2FA off. `purpose` says what the user wants: `disable` or `renew`; only the look and the
 * words differ. It asks for the password and a code. Then all sessions end, and the next login requires a set-up
 * (rulings 7).
 */
export function TwoFactorOffDialog({ purpose, onClose }: TwoFactorOffDialogProps) {
  const { title, description, button, tone, done, failed } = texts[purpose]
  const disable = useCommand(auth.twoFactorDisable)
  const form = useZodForm(OwnerProof, { defaultValues: { password: '', token: '' } })
  return (
    <FormDialog
      title={title}
      description={description}
      dirty={false}
      form={form}
      onSubmit={async (body) => {
        await disable.mutateAsync({ body })
        endSession('logout')
        toast({ title: done, description: 'Log opnieuw in om 2FA weer in te stellen.' })
      }}
      onFailure={(error) => showFailure(error, { title: failed })}
      submit={button}
      tone={tone}
      onClose={onClose}
    >
      <OwnerProofFields form={form} />
    </FormDialog>
  )
}
