import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '../../domains/paths.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Screen } from '../../ui/frame/screen.tsx'
import { Row } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import styles from './not-found.module.css'

const COUNT_FROM = 1
const SECOND_MS = 1000

/** Shows that an address does not exist; goes to the dashboard after a second (spec §2). */
export function NotFoundScreen() {
  const navigate = useNavigate()
  const [seconds, setSeconds] = useState(COUNT_FROM)

  useEffect(() => {
    const timer = setTimeout(() => {
      if (seconds <= 1) navigate(paths.home, { replace: true })
      else setSeconds(seconds - 1)
    }, SECOND_MS)
    return () => clearTimeout(timer)
  }, [seconds, navigate])

  return (
    <Screen title="Niet gevonden">
      <div className={classNames(styles.notFound, 'pv-color-muted pv-center')}>
        <Text as="p" weight="bold" color="soft" className={styles.code}>
          404
        </Text>
        <Text as="h2" size={20} weight="bold" color="default">
          Pagina niet gevonden
        </Text>
        <p>De pagina die je zoekt bestaat niet of is verplaatst. Je wordt doorgestuurd naar het dashboard.</p>
        <p role="status">
          Automatische redirect over {seconds} {seconds === 1 ? 'seconde' : 'seconden'}
        </p>
        <Row gap={8} align="stretch" justify="center" wrap above={16}>
          <Button tone="primary" onClick={() => navigate(paths.home)}>
            Ga nu naar Dashboard
          </Button>
          <Button onClick={() => (history.length > 1 ? navigate(-1) : navigate(paths.home))}>Ga terug</Button>
        </Row>
      </div>
    </Screen>
  )
}
