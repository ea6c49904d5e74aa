import { Download } from 'lucide-react'
import { Button } from '../../ui/buttons/button.tsx'
import { CopyButton } from '../../ui/display/copy-button.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import styles from './backup-codes.module.css'

/** Shows the backup codes for 2FA, with buttons to copy or download them (rulings 7). */
export function BackupCodes({ codes }: { readonly codes: readonly string[] }) {
  return (
    <Stack gap={10} className={styles.backupCodes}>
      <ul aria-label="Backup codes">
        {codes.map((code) => (
          <li key={code}>
            <Text as="code" size={13}>
              {code}
            </Text>
          </li>
        ))}
      </ul>
      <Row gap={8} wrap align="stretch" className={styles.buttons}>
        <CopyButton text={codes.join('\n')} label="Codes kopiëren" withText inPlace />
        <Button icon={<Download />} onClick={() => download(codes)}>
          Codes downloaden
        </Button>
      </Row>
    </Stack>
  )
}

function download(codes: readonly string[]): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(
    new Blob([`Partnerview backup codes\n\n${codes.join('\n')}\n`], { type: 'text/plain' }),
  )
  link.download = 'partnerview-backup-codes.txt'
  link.click()
  URL.revokeObjectURL(link.href)
}
