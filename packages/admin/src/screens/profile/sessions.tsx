import { useNavigate } from '@tanstack/react-router'
import { Monitor } from 'lucide-react'
import { addresses } from '../../data/addresses.ts'
import { account } from '../../data/client.ts'
import { errorWords, explain } from '../../data/error-words.ts'
import { useEndSession, useSessions } from '../../data/use-account.ts'
import { forgetSession } from '../../data/use-session.ts'
import { Button } from '../../design/button.tsx'
import { Confirm, useAsking } from '../../design/confirm.tsx'
import { Icon } from '../../design/icon.tsx'
import { Loading } from '../../design/loading.tsx'
import { Moment } from '../../design/moment.tsx'
import { Failure } from '../../design/notice.tsx'
import { Section } from '../../design/page.tsx'
import { Row, Rows } from '../../design/rows.tsx'
import { toast, toastError } from '../../design/toasts.tsx'
import { profileWords } from '../../words/profile.ts'
import { useWords } from '../../words/use-words.ts'
import styles from './profile.module.css'
import { describeUserAgent } from './user-agent.ts'

export function Sessions() {
  const said = useWords(profileWords)
  const errors = useWords(errorWords)
  const navigate = useNavigate()
  const sessions = useSessions()
  const ending = useEndSession()
  const { asking, ask, stop } = useAsking<true>()

  async function signOutEverywhere(): Promise<void> {
    try {
      await account.logoutAll()
      forgetSession()
      await navigate(addresses.signIn())
    } catch (error) {
      toastError(explain(error, errors))
    }
  }

  function nameOf(userAgent: string | null): string {
    const told = describeUserAgent(userAgent ?? '')
    if (told === null) return said.unknownBrowser
    return told.system === null ? told.browser : said.on({ browser: told.browser, system: told.system })
  }

  return (
    <Section
      title={said.sessions}
      about={said.sessionsAbout}
      actions={
        <Button small kind="outline" onClick={() => ask(true)}>
          {said.signOutEverywhere}
        </Button>
      }
    >
      {sessions.isPending && <Loading />}
      {sessions.isError && !sessions.data && <Failure error={sessions.error} onRetry={() => void sessions.refetch()} />}
      <Rows label={said.sessions}>
        {sessions.data?.docs.map(({ id, userAgent, ip, lastUsedAt, current }) => {
          const name = nameOf(userAgent)
          return (
            <Row
              key={id}
              start={<Icon of={Monitor} />}
              name={name}
              note={ip}
              end={
                current ? (
                  <span className={styles.current}>{said.thisOne}</span>
                ) : (
                  <>
                    <span>
                      {said.lastUsed} <Moment at={lastUsedAt} />
                    </span>
                    <Button
                      small
                      kind="outline"
                      aria-label={said.endOne({ name })}
                      onClick={() =>
                        ending.mutate(id, {
                          onSuccess: () => toast(said.sessionEnded),
                          onError: (error) => toastError(explain(error, errors)),
                        })
                      }
                    >
                      {said.end}
                    </Button>
                  </>
                )
              }
            />
          )
        })}
      </Rows>
      {asking && (
        <Confirm
          title={said.signOutEverywhere}
          action={said.signOutEverywhere}
          onConfirm={() => void signOutEverywhere()}
          onClose={stop}
        >
          {said.askSignOut}
        </Confirm>
      )}
    </Section>
  )
}
